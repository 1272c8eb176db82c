import { useState } from 'react';
import {
  AddRemark,
  DocumentCard,
  groups,
  inGroup,
  may,
  nameOf,
  RemarkThread,
  type Upload,
} from '@/components/document-upload';
import type { Party, Remark } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import classes from './upload.module.css';

interface Props {
  party: Party;
  remarks: Remark[];
  upload: Upload;
}

/** The documents of one party, open ones first and expanded. */
export function PartyDocuments({ party, remarks, upload }: Props) {
  const { t } = useTranslation();
  const sorted = groups.flatMap((group) => inGroup(party.documents, group));
  const [open, setOpen] = useState<Record<number, boolean>>(() => {
    const first = sorted.find((document) => may(document, 'upload'));
    return first ? { [first.documentNo]: true } : {};
  });
  return (
    <section className={classes.section}>
      <h2 className={`${classes.heading} text-15 strong break`}>
        {nameOf(party)}
        {party.primaryParty && <span className={classes.quiet}> · {t('ui.upload.primary')}</span>}
      </h2>
      <ul className="card plain-list">
        {sorted.map((document) => (
          <DocumentCard
            key={document.documentNo}
            document={document}
            upload={upload}
            isOpen={open[document.documentNo] ?? false}
            onToggle={() => setOpen({ ...open, [document.documentNo]: !open[document.documentNo] })}
          >
            <RemarkThread remarks={remarks.filter(({ documentNo }) => documentNo === document.documentNo)} />
            {may(document, 'remark') && (
              <AddRemark documentNo={document.documentNo} title={document.documentTitle} upload={upload} />
            )}
          </DocumentCard>
        ))}
      </ul>
    </section>
  );
}
