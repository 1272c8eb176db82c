import { Button } from '@mantine/core';
import { FormMessage } from '@/components/form-message';
import { useTranslation } from '@/lib/wording';
import classes from './document-upload.module.css';
import type { Upload } from './use-upload';

interface Props {
  upload: Upload;
  /** Full window width, where nothing is beside the page. */
  isWide?: boolean;
}

/** Sticky bar: how much is ready, and the submit button. */
export function SubmitBar({ upload, isWide }: Props) {
  const { t } = useTranslation();
  const { progress, transfers, message, busy, maySubmit, hasRemark } = upload;
  const { all, ready } = progress;
  const isSending = transfers.isBusy;
  if (all === 0 && !(maySubmit && hasRemark)) return null;
  const sending = transfers.transfers.filter(({ state }) => state !== 'failed').length;
  const words = isSending
    ? t('ui.upload.sendingFiles', { count: sending })
    : t('ui.upload.readyOf', { ready, all });
  return (
    <div className={classes.bar} data-wide={isWide || undefined}>
      {message && (
        <div className={classes.barMessage}>
          <FormMessage>{message}</FormMessage>
        </div>
      )}
      <div className="row gap-16">
        <div className="grid grow narrow gap-6">
          {all > 0 && (
            <>
              <p className="m-0 text-12 muted figures">{words}</p>
              <span className={classes.track} aria-hidden>
                <span className={classes.filled} style={{ inlineSize: `${(ready / all) * 100}%` }} />
              </span>
            </>
          )}
          {!maySubmit && <p className={classes.hint}>{t('ui.upload.notYours')}</p>}
        </div>
        {maySubmit && (
          <Button size="md" loading={busy} disabled={isSending} onClick={upload.submit}>
            {ready > 0 ? t('ui.upload.submitOf', { ready, all }) : t('ui.upload.submit')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Upload status for screen readers; all of it is also visible elsewhere. */
export function UploadStatus({ upload }: { upload: Upload }) {
  return (
    <p role="status" className={`${classes.hidden} unseen`}>
      {upload.said}
    </p>
  );
}
