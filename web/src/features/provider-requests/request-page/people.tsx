import { Button } from '@mantine/core';
import { IconUser, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '@/components/document-upload';
import type { DocRequest, Party } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { helpersOf, isMe } from './parties';
import { PersonForm } from './person-form';
import classes from './request-page.module.css';

interface Props {
  request: DocRequest;
  onChange(change: (before: DocRequest) => DocRequest): void;
}

/** The people who may act for the reader, and a form to add one. */
export function People({ request, onChange }: Props) {
  const { t } = useTranslation();
  const { userId } = useAuth();
  /** Undefined until first opened: only then does closing return the focus. */
  const [isOpen, setIsOpen] = useState<boolean>();
  const helpers = helpersOf(request, userId);
  const me = request.parties.find((party) => isMe(party, userId) && party.authorizeOtherPty);
  const mayAdd = request.allowed.includes('addparty') && me !== undefined;
  if (!mayAdd && helpers.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2 className={`${classes.heading} text-15 strong`}>{t('ui.provider.people')}</h2>
      <div className={classes.padded}>
        <p className="m-0 text-13 muted">{t('ui.provider.peopleText')}</p>
        {helpers.length > 0 && (
          <ul className="grid gap-10 plain-list">
            {helpers.map((party) => (
              <Person key={party.partySeqNo} party={party} />
            ))}
          </ul>
        )}
        {mayAdd && !isOpen && (
          <Button
            variant="default"
            className="self-start"
            autoFocus={isOpen === false}
            leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setIsOpen(true)}
          >
            {t('ui.provider.addPerson')}
          </Button>
        )}
        {mayAdd && isOpen && (
          <PersonForm
            request={request}
            me={me}
            onAdded={(record) => {
              setIsOpen(false);
              onChange((before) => ({ ...before, ...record }));
            }}
            onClose={() => setIsOpen(false)}
          />
        )}
      </div>
    </section>
  );
}

function Person({ party }: { party: Party }) {
  const { t } = useTranslation();
  const level = party.authLevel ?? 1;
  return (
    <li className="row gap-10">
      <IconUser size={20} stroke={1.75} className="fixed faint" aria-hidden />
      <span>
        <span className="block medium break">{nameOf(party)}</span>
        <span className="m-0 text-13 muted">
          {[party.relationshipDesc, t(`ui.provider.level.${level}`)].filter(Boolean).join(' · ')}
        </span>
      </span>
    </li>
  );
}
