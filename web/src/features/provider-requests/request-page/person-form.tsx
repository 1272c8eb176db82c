import { Button } from '@mantine/core';
import { IconUser, IconUserPlus } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '@/components/document-upload';
import { FormMessage } from '@/components/form-message';
import { PlainChoice, PlainField } from '@/components/plain-field';
import { fieldsOf } from '@/lib/api';
import { useLoaded } from '@/lib/loaded';
import type { DocRequest, Party } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { type Errors, focusFirst, noErrors, useErrors, useSubmit } from '@/lib/submit';
import { useUnsaved } from '@/lib/unsaved';
import { t as now } from '@/lib/wording';
import { addPerson, helpersOf, isMe, levels, nobody, type Person, relationships } from './person';
import classes from './request-page.module.css';

interface Props {
  request: DocRequest;
  me: Party;
  onAdded(record: DocRequest): void;
  onClose(): void;
}

const always = ['firstName', 'lastName', 'mobileNumber'] as const;

/** Maps `party.firstName` to the field `firstName` of this form. */
const byField = (error: unknown): Errors<keyof Person> =>
  Object.fromEntries(
    Object.entries(fieldsOf(error)).map(([path, text]) => [path.replace(/^.*\./, ''), text]),
  );

export function PersonForm({ request, me, onAdded, onClose }: Props) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const unsaved = useUnsaved('SD-CUS-001', `person ${request.txnRefNo}`);
  const [person, setPerson] = useState<Person>(() => ({ ...nobody, ...unsaved.restore() }));
  const { errors, setErrors } = useErrors<keyof Person>();
  const submission = useSubmit();
  const { data: kinds = [] } = useLoaded(relationships);
  const required: (keyof Person)[] = kinds.length > 0 ? [...always, 'relationship'] : [...always];

  const set = (patch: Partial<Person>) => {
    const next = { ...person, ...patch };
    setPerson(next);
    unsaved.keep({ ...next });
    setErrors(noErrors);
  };
  const show = (faults: () => Errors<keyof Person>) => {
    setErrors(faults);
    return focusFirst(form.current, faults());
  };
  const missing = (): Errors<keyof Person> =>
    Object.fromEntries(
      required
        .filter((name) => !person[name].trim())
        .map((name) => {
          const verb = name === 'relationship' ? 'message.select' : 'message.enter';
          return [name, now(verb, { label: now(`ui.provider.person.${name}`) })];
        }),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (show(missing)) return;
    const add = async () => {
      const record = await addPerson(request, me, person);
      unsaved.forget();
      onAdded(record);
    };
    // Errors of fields not shown here, such as one whose options failed to load, go above the form.
    const isSaid = (error: unknown) =>
      show(() => byField(error)) &&
      Object.keys(byField(error)).some((name) => form.current?.elements.namedItem(name));
    void submission.run(add, (error) => Boolean(isSaid(error)));
  };
  const text = (name: keyof Person, input: { autoComplete?: string; inputMode?: 'tel' | 'email' } = {}) => (
    <PlainField
      {...input}
      name={name}
      autoFocus={name === 'firstName'}
      label={t(`ui.provider.person.${name}`)}
      required={required.includes(name)}
      maxLength={name === 'emailAddress' ? 128 : 50}
      value={person[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {submission.message && <FormMessage>{submission.message}</FormMessage>}
      <div className={`${classes.grid} pair align-top gap-16`}>
        {text('firstName')}
        {text('lastName')}
        {text('mobileNumber', { inputMode: 'tel' })}
        {text('emailAddress', { inputMode: 'email' })}
        {kinds.length > 0 && (
          <PlainChoice
            name="relationship"
            label={t('ui.provider.person.relationship')}
            value={person.relationship}
            error={errors.relationship}
            options={[
              { value: '', label: t('ui.provider.person.choose'), disabled: true },
              ...kinds.map(({ relationshipCode, relationshipDesc }) => ({
                value: relationshipCode,
                label: relationshipDesc,
              })),
            ]}
            onChange={(relationship) => set({ relationship })}
          />
        )}
        <PlainChoice
          name="authLevel"
          label={t('ui.provider.person.authLevel')}
          value={person.authLevel}
          error={errors.authLevel}
          options={levels.map((value) => ({ value, label: t(`ui.provider.level.${value}`) }))}
          onChange={(authLevel) => set({ authLevel })}
        />
      </div>
      <div className={`${classes.buttons} flex wrap at-end gap-8`}>
        <Button
          variant="default"
          onClick={() => {
            unsaved.forget();
            onClose();
          }}
        >
          {t('ui.common.cancel')}
        </Button>
        <Button type="submit" loading={submission.busy}>
          {t('ui.provider.addPersonSend')}
        </Button>
      </div>
    </form>
  );
}

interface PeopleProps {
  request: DocRequest;
  onChange(change: (before: DocRequest) => DocRequest): void;
}

/** The people who may act for the reader, and a form to add one. */
export function People({ request, onChange }: PeopleProps) {
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
      <h2 className="m-0 mb-8 text-15 strong">{t('ui.provider.people')}</h2>
      <div className={`${classes.padded} card grid p-16 gap-16`}>
        <p className="m-0 text-13 muted">{t('ui.provider.peopleText')}</p>
        {helpers.length > 0 && (
          <ul className="grid gap-8 plain-list">
            {helpers.map((party) => (
              <PeoplePerson key={party.partySeqNo} party={party} />
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

function PeoplePerson({ party }: { party: Party }) {
  const { t } = useTranslation();
  const level = party.authLevel ?? 1;
  return (
    <li className="row gap-8">
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
