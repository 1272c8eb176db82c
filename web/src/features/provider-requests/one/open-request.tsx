import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  may,
  RemarkField,
  RemarkThread,
  SubmitBar,
  SupplyStatus,
  useSupply,
} from '@/components/document-upload';
import { FormMessage } from '@/components/form-message';
import type { DocRequest, Remark } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { Documents } from './documents';
import classes from './one.module.css';
import { People } from './people';
import { RequestHead } from './request-head';
import { useStay } from './use-stay';

interface Props {
  request: DocRequest;
  remarks: Remark[];
  onChange(change: (before: DocRequest) => DocRequest): void;
  onRemarked(): void;
}

export function OpenRequest({ request, remarks, onChange, onRemarked }: Props) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  const [sent, setSent] = useState<{ count: number; times: number } | null>(null);
  const supply = useSupply({
    screenCode: 'SD-CUS-001',
    request,
    onChange,
    onSubmitted: (count) => setSent((before) => ({ count, times: (before?.times ?? 0) + 1 })),
    onRemarked,
  });
  useStay(supply.transfers.isBusy);
  const mayRemark = request.parties.some(({ documents }) => documents.some((each) => may(each, 'remark')));
  const about = remarks.filter(({ documentNo }) => documentNo === 0);
  return (
    <>
      {sent && <Thanks key={`thanks ${sent.times}`} count={sent.count} />}
      <RequestHead request={request} />
      {/* What was handed in folds up again; the next one that is owed stands open. */}
      <Documents
        key={`documents ${sent?.times ?? 0}`}
        request={request}
        remarks={remarks}
        supply={supply}
        onChange={onChange}
      />
      {(about.length > 0 || mayRemark) && (
        <section className={classes.section}>
          <h2 className={classes.heading}>{t('ui.upload.remarks')}</h2>
          <div className={classes.padded}>
            <RemarkThread remarks={about} />
            {mayRemark && (
              <RemarkField
                documentNo={0}
                label={t('ui.provider.remarkAll', { entity })}
                hint={supply.maySubmit ? t('ui.upload.remarkHint') : undefined}
                supply={supply}
              />
            )}
          </div>
        </section>
      )}
      <People request={request} onChange={onChange} />
      <SupplyStatus supply={supply} />
      <SubmitBar supply={supply} isWide />
    </>
  );
}

/** The bar that had the focus may be gone by now; what follows from it is said where the page begins. */
function Thanks({ count }: { count: number }) {
  const { t } = useTranslation();
  const { displayName: entity } = useAuth();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={classes.thanks}>
      <FormMessage tone="ok">
        {count > 0 ? t('ui.provider.thanks', { count, entity }) : t('ui.provider.remarkSent', { entity })}
      </FormMessage>
    </div>
  );
}
