import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocRequest, Party, Remark, RequestDocument } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import {
  DocumentCards,
  type Group,
  groups,
  inGroup,
  may,
  nameOf,
  type Upload,
} from '@/shared/document-upload';
import { outcomeOf, ownersIn } from './person';
import { Claim } from './request-head';
import classes from './request-page.module.css';
import { useNextDocument } from './use-next-document';

interface Props {
  request: DocRequest;
  remarks: Remark[];
  upload: Upload;
  onChange(change: (before: DocRequest) => DocRequest): void;
}

/** The first document that waits for a file is open; the others are collapsed. */
function firstOwed(request: DocRequest) {
  const owed = request.parties
    .flatMap(({ documents }) => inGroup(documents, 'owed'))
    .filter((document) => may(document, 'upload'));
  return (owed.find(({ staged }) => staged.length === 0) ?? owed[0])?.documentNo;
}

/** An optional document is still welcome. */
const isNeeded = (group: Group | 'all', some: RequestDocument[]) =>
  group !== 'owed' || some.some(({ mandatory }) => mandatory);

/** Documents by whose turn it is, and by party where the reader acts for several. */
export function Documents({ request, remarks, upload, onChange }: Props) {
  const { t } = useTranslation();
  const { displayName: entity, userId } = useAuth();
  const [open, setOpen] = useState<Record<number, boolean>>(() => {
    const first = firstOwed(request);
    return first === undefined ? {} : { [first]: true };
  });
  useNextDocument(request, upload, (documentNo) => setOpen((before) => ({ ...before, [documentNo]: true })));
  const { owners, isNamed } = ownersIn(request, userId);
  const [claimed, setClaimed] = useState<RequestDocument>();
  useEffect(() => {
    // The focused form is gone, and the card moved.
    const place = claimed && `[data-document="${claimed.documentNo}"] button`;
    if (place) document.querySelector<HTMLElement>(place)?.focus();
  }, [claimed]);

  const claim = (document: RequestDocument) => (
    <Claim
      request={request}
      document={document}
      onClaimed={(record) => {
        onChange((before) => ({ ...before, ...record }));
        setClaimed(document);
      }}
    />
  );
  const section = (party: Party, group: Group | 'all') => {
    const some = group === 'all' ? party.documents : inGroup(party.documents, group);
    if (some.length === 0) return null;
    return (
      <section key={`${party.partySeqNo} ${group}`} className={classes.section}>
        <h2 className="m-0 mb-8 text-15 strong">
          {t(`ui.provider.group.${isNeeded(group, some) ? group : 'optional'}`, { entity })}
          {isNamed && <span className="regular muted"> · {nameOf(party)}</span>}
        </h2>
        <DocumentCards
          documents={some}
          remarks={remarks}
          upload={upload}
          open={open}
          onOpen={setOpen}
          more={claim}
        />
      </section>
    );
  };
  // Closed requests need nothing more.
  const shown = outcomeOf(request) ? (['all'] as const) : groups;
  return shown.flatMap((group) => owners.map((party) => section(party, group)));
}
