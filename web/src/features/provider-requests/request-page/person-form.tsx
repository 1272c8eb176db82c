import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import { IconUser, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Errors, FormMessage, missing, PlainChoice, PlainField, SubmitButton, useForm } from '@/components/form';
import { fieldsOf } from '@/lib/api';
import { useLoaded } from '@/lib/loaded';
import type { DocRequest, Party } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUnsaved } from '@/lib/unsaved';
import { t as now } from '@/lib/wording';
import { nameOf } from '@/shared/document-upload';
import { addPerson, helpersOf, isMe, levelNumbers, levels, nobody, type Person, relationships } from './person';
import classes from './request-page.module.css';

interface Props {
  request: DocRequest;
  me: Party;
  onAdded(record: DocRequest): void;
  onClose(): void;
}

const always = ['firstName', 'lastName', 'mobileNumber'] as const;

/** Maps `party.firstName` to the field `firstName` of this form. */
const errorsOf = (error: unknown): Errors =>
  Object.fromEntries(Object.entries(fieldsOf(error)).map(([path, text]) => [path.replace(/^.*\./, ''), text]));

function PersonForm({ request, me, onAdded, onClose }: Props) {
  const { t } = useTranslation();
  const unsaved = useUnsaved('SD-CUS-001', `person ${request.txnRefNo}`);
  const { data: kinds = [] } = useLoaded(relationships);
  const { data: offered = levels } = useLoaded(levelNumbers);
  const required: (keyof Person)[] = kinds.length > 0 ? [...always, 'relationship'] : [...always];
  const labelOf = (name: string) => now(`ui.provider.person.${name}`);
  const form = useForm<Person>({
    blank: nobody,
    unsaved,
    check: (person) => {
      const empty = required.filter((name) => !person[name].trim());
      const chosen = empty.filter((name) => name === 'relationship');
      return { ...missing(empty, labelOf), ...missing(chosen, labelOf, 'select') };
    },
    run: async (person) => {
      const record = await addPerson(request, me, person);
      form.settle();
      onAdded(record);
    },
    // Errors of fields not shown here, such as one whose options failed to load, go above the form.
    errorsOf: (error): Errors => {
      const shown = Object.entries(errorsOf(error)).filter(([name]) => form.root.current?.elements.namedItem(name));
      return Object.fromEntries(shown);
    },
  });
  const text = (name: keyof Person, input: { autoComplete?: string; inputMode?: 'tel' | 'email' } = {}) => (
    <PlainField
      {...input}
      {...form.text(name)}
      autoFocus={name === 'firstName'}
      label={t(`ui.provider.person.${name}`)}
      required={required.includes(name)}
      maxLength={name === 'emailAddress' ? 128 : 50}
    />
  );
  return (
    <form ref={form.root} onSubmit={form.submit} noValidate>
      <Stack gap={12}>
        {form.message && <FormMessage>{form.message}</FormMessage>}
        <div className={looks.fields}>
          {text('firstName')}
          {text('lastName')}
          {text('mobileNumber', { inputMode: 'tel' })}
          {text('emailAddress', { inputMode: 'email' })}
          {kinds.length > 0 && (
            <PlainChoice
              {...form.choice('relationship')}
              label={t('ui.provider.person.relationship')}
              options={[
                { value: '', label: t('ui.provider.person.choose'), disabled: true },
                ...kinds.map(({ relationshipCode, relationshipDesc }) => ({
                  value: relationshipCode,
                  label: relationshipDesc,
                })),
              ]}
            />
          )}
          <PlainChoice
            {...form.choice('authLevel')}
            label={t('ui.provider.person.authLevel')}
            options={offered.map((value) => ({ value, label: t(`ui.provider.level.${value}`) }))}
          />
        </div>
        <Flex className={classes.buttons} wrap="wrap" justify="flex-end" gap={8}>
          <Button
            variant="default"
            onClick={() => {
              unsaved.forget();
              onClose();
            }}
          >
            {t('ui.common.cancel')}
          </Button>
          <SubmitButton form={form}>{t('ui.provider.addPersonSend')}</SubmitButton>
        </Flex>
      </Stack>
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
    <Box component="section" mb={28}>
      <Text component="h2" mb={8} fz="lg" fw={600}>
        {t('ui.provider.people')}
      </Text>
      <Stack className={looks.card} gap={16} p={16}>
        <Text fz="sm" c="dimmed">
          {t('ui.provider.peopleText')}
        </Text>
        {helpers.length > 0 && (
          <Flex component="ul" className={looks.plainList} direction="column" gap={8}>
            {helpers.map((party) => (
              <PeoplePerson key={party.partySeqNo} party={party} />
            ))}
          </Flex>
        )}
        {mayAdd && !isOpen && (
          <Button
            variant="default"
            className={looks.selfStart}
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
      </Stack>
    </Box>
  );
}

function PeoplePerson({ party }: { party: Party }) {
  const { t } = useTranslation();
  const level = party.authLevel ?? 1;
  return (
    <Flex component="li" align="center" gap={8}>
      <IconUser size={20} stroke={1.75} color="var(--ink-3)" aria-hidden />
      <span>
        <Box component="span" className={looks.break} display="block" fw={500}>
          {nameOf(party)}
        </Box>
        <Box component="span" m={0} fz="sm" c="dimmed">
          {[party.relationshipDesc, t(`ui.provider.level.${level}`)].filter(Boolean).join(' · ')}
        </Box>
      </span>
    </Flex>
  );
}
