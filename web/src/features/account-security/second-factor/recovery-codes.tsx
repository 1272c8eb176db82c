import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { saveFile } from '@/lib/api';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { Paper } from './paper';
import classes from './second-factor.module.css';
import { useCopy } from './use-copy';

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const fileName = 'docz-recovery-codes.txt';

/** Shown only once: copy, save or print before closing. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const { t } = useTranslation();
  const { userId, displayName } = useAuth();
  const title = t('ui.secondFactor.codes.sheet', { user: userId, entity: displayName });
  const note = t('ui.secondFactor.codes.sheetNote');
  const { isCopied, copy } = useCopy(codes.join('\n'));
  const download = () => {
    const text = [title, '', ...codes, '', note, ''].join('\r\n');
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), fileName);
  };
  return (
    <div className="grid gap-16">
      <p className={classes.text}>{t('ui.secondFactor.codes.text')}</p>
      <ol
        className={`${classes.codes} pair centered plain-list ${classes.sheet}`}
        aria-label={t('ui.secondFactor.codes.list')}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Paper title={title} codes={codes} note={note} />
      <div className={`${classes.keep} flex wrap gap-8`}>
        <Button
          variant="default"
          leftSection={isCopied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
          onClick={() => void copy()}
        >
          {t(isCopied ? 'ui.secondFactor.setup.copied' : 'ui.secondFactor.codes.copy')}
        </Button>
        <Button variant="default" leftSection={<IconDownload {...icon} />} onClick={download}>
          {t('ui.secondFactor.codes.download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t('ui.secondFactor.codes.print')}
        </Button>
      </div>
      <Button fullWidth onClick={onDone} data-autofocus>
        {t('ui.secondFactor.codes.done')}
      </Button>
    </div>
  );
}
