import { NativeSelect } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { RequestStatus } from '@/components/request-status';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { owingOf } from '../../model/owing';
import { nameOf } from '../../model/people';
import { type Item, isMine } from './use-review';
import classes from './workbench.module.css';

interface Props {
  items: Item[];
  shown: number;
  request: DocRequest;
  onShow(documentNo: number): void;
}

/** All documents by party; a select on phones, to keep the document in view. */
export function DocumentList({ items, shown, request, onShow }: Props) {
  const { t } = useTranslation();
  const mine = items.filter(({ document }) => isMine(document)).length;
  const groups = owingOf(request).filter(({ party }) => party.documents.length > 0);
  return (
    <nav className={classes.list} aria-label={t('ui.requests.tab.documents')}>
      <p
        className={`${classes.todo} m-0 text-13 medium brand`}
        data-none={mine === 0 || undefined}
        aria-live="polite"
      >
        {t('ui.requests.review.mine', { count: mine })}
      </p>
      <div className={classes.choice}>
        <NativeSelect
          aria-label={t('ui.requests.review.choose')}
          value={String(shown)}
          onChange={(event) => onShow(Number(event.currentTarget.value))}
        >
          {groups.map(({ party }) => (
            <optgroup key={party.partySeqNo} label={nameOf(party)}>
              {party.documents.map((document) => (
                <option key={document.documentNo} value={document.documentNo}>
                  {`${document.documentTitle} · ${t(`status.${document.status}`)}`}
                </option>
              ))}
            </optgroup>
          ))}
        </NativeSelect>
      </div>
      <div className={classes.groups}>
        {groups.map(({ party }) => (
          <section key={party.partySeqNo}>
            <h3 className={`${classes.party} text-12 medium muted break`}>{nameOf(party)}</h3>
            <ul className={`${classes.documents} m-0 px-8`}>
              {party.documents.map((document) => (
                <li key={document.documentNo}>
                  <Entry
                    item={{ party, document }}
                    isShown={document.documentNo === shown}
                    onShow={() => onShow(document.documentNo)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

function Entry({ item, isShown, onShow }: { item: Item; isShown: boolean; onShow(): void }) {
  const { t } = useTranslation();
  const { document } = item;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isShown) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  return (
    <button
      ref={button}
      type="button"
      className={`${classes.entry} plain-button column align-start full p-8 gap-4 text-13 rounded`}
      aria-current={isShown || undefined}
      data-mine={isMine(document) || undefined}
      onClick={onShow}
    >
      <span className={`${classes.entryTitle} medium break`}>
        {document.documentTitle}
        {!document.mandatory && (
          <span className={`${classes.soft} regular m-0 text-12 muted break`}>
            {' '}
            {t('ui.requests.optional')}
          </span>
        )}
      </span>
      <RequestStatus value={document.status} />
    </button>
  );
}
