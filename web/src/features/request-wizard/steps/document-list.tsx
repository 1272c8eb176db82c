import { Box, Button, Flex, Group, Stack, Switch, Text } from '@mantine/core';
import { IconAdjustments, IconFileText, IconPlus, IconSparkles, IconX } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { DayField } from '@/components/day-field';
import { IconButton } from '@/components/icon-button';
import { SearchSelect } from '@/components/select/search-select';
import { today } from '@/lib/days';
import { confirm } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { useDocuments } from '../data/use-masters';
import { TextField } from '../fields/text-field';
import { focusOneOf } from '../focus';
import type { Known } from '../model/change';
import { limits } from '../model/fields';
import type { DocumentValues } from '../model/values';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';
import { labelOf, useError } from '../words';
import type { PartyProps } from './party-fields';

/** The documents requested from a party. */
export function DocumentList({ party, at, acts, proposed }: PartyProps & { proposed: Known[] }) {
  const { t } = useTranslation();
  const id = useId();
  const path = `parties[${at}].documents`;
  const error = useError(path);
  const have = new Set(party.documents.map(({ documentCode }) => documentCode));
  const missing = proposed.filter(({ documentCode }) => !have.has(documentCode));
  return (
    <Box component="section" className={looks.lineAbove} pt={16} mt={20} aria-labelledby={id}>
      <Text id={id} component="h4" mb={4} fz="md" fw={600}>
        {t('ui.wizard.document.title')}
        {party.documents.length > 0 && (
          <Box component="span" className={classes.count} px={8} fz="xs" fw={500} c="dimmed" bg="var(--neutral-tint)">
            {party.documents.length}
          </Box>
        )}
      </Text>
      {party.documents.length === 0 && (
        <Text className={classes.hint} fz="sm" c="dimmed">
          {t('ui.wizard.document.noneText')}
        </Text>
      )}
      {party.documents.length > 0 && (
        <Box component="ul" className={`${looks.outlined} ${looks.lines} ${looks.noBullets}`} m={0} mt={8} p={0}>
          {party.documents.map((document, number) => (
            <DocumentRow
              key={document.key}
              document={document}
              list={path}
              number={number}
              party={party.key}
              acts={acts}
            />
          ))}
        </Box>
      )}
      <Flex wrap="wrap" gap={8} mt={12}>
        <AddDocument path={path} have={have} onAdd={(known) => acts.addDocuments(party.key, [known])} />
        {missing.length > 0 && (
          <Button
            variant="subtle"
            classNames={{ root: classes.wrapping, label: classes.wrappingLabel }}
            leftSection={<IconSparkles size={16} aria-hidden />}
            onClick={() => acts.addDocuments(party.key, missing)}
          >
            {t('ui.wizard.document.propose')}
          </Button>
        )}
      </Flex>
      {error && (
        <Text className={classes.error} mt={4} fz="xs" c="var(--bad)" role="alert">
          {error}
        </Text>
      )}
    </Box>
  );
}

interface Props {
  path: string;
  /** Codes already requested. */
  have: Set<string>;
  onAdd(known: Known): void;
}

/** Any defined document; choosing adds it and clears the field for the next. */
export function AddDocument({ path, have, onAdd }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { choices, isPending, isError, refetch } = useDocuments();
  const left = choices.filter(({ value }) => !have.has(value));
  const add = (code: string | null) => {
    const choice = left.find(({ value }) => value === code);
    setTyped('');
    if (choice) onAdd({ documentCode: choice.value, documentTitle: choice.label });
  };
  return (
    <div className={classes.addDocument}>
      <SearchSelect
        data-field={path}
        aria-label={t('ui.wizard.document.add')}
        placeholder={t('ui.wizard.document.add')}
        leftSection={<IconPlus size={16} aria-hidden />}
        choices={left}
        value={null}
        onChange={add}
        searchValue={typed}
        onSearchChange={setTyped}
        clearable={false}
        limit={200}
        isLoading={isPending}
        onRetry={isError ? refetch : undefined}
      />
    </div>
  );
}

interface DocumentRowProps {
  document: DocumentValues;
  /** The path of the party's documents, and the index of this one. */
  list: string;
  number: number;
  /** The key of the party. */
  party: string;
  acts: Acts;
}

/** One document: mandatory or optional, with its own text and date if needed. */
const DocumentRow = memo(function DocumentRow({ document, list, number, party, acts }: DocumentRowProps) {
  const { t } = useTranslation();
  const path = `${list}[${number}]`;
  const due = useError(`${path}.documentDueDate`);
  const words = useError(`${path}.instructions`);
  const refused = useError(`${path}.documentCode`);
  const [isOpen, setIsOpen] = useState(false);
  const title = document.documentTitle;
  const isShown = isOpen || due !== undefined || words !== undefined;
  const change = (patch: Partial<DocumentValues>) => acts.document(party, document.key, patch);
  const remove = async () => {
    if (!(await confirm('removeDocument', title))) return;
    flushSync(() => acts.removeDocument(party, document.key));
    // The next one, else the one before, else the add field.
    const rows = [number, number - 1].map((at) => `${list}[${at}].documentCode`);
    focusOneOf([...rows, list]);
  };
  return (
    <li className={classes.document}>
      <Group className={classes.documentLine} wrap="nowrap" gap={6}>
        <IconFileText size={18} stroke={1.6} className={classes.documentIcon} color="var(--ink-3)" aria-hidden />
        <Stack className={classes.documentWords} gap={0} miw={0}>
          <Box component="span" className={looks.break} fw={500}>
            {title}
          </Box>
          <DocumentNote document={document} />
        </Stack>
        <Switch
          size="sm"
          checked={document.mandatory}
          onChange={(event) => change({ mandatory: event.currentTarget.checked })}
          label={t(document.mandatory ? 'ui.wizard.document.required' : 'ui.wizard.document.optional')}
          aria-label={t('ui.wizard.document.isRequired', { title })}
          labelPosition="left"
          classNames={{ body: classes.requiredSwitch }}
        />
        <IconButton
          Icon={IconAdjustments}
          size={36}
          aria-expanded={isShown}
          label={t('ui.wizard.document.details', { title })}
          onClick={() => setIsOpen(!isOpen)}
        />
        <IconButton
          Icon={IconX}
          size={36}
          data-field={`${path}.documentCode`}
          label={t('ui.wizard.document.remove', { title })}
          onClick={remove}
        />
      </Group>
      {refused && (
        <Text className={classes.error} mt={4} fz="xs" c="var(--bad)">
          {refused}
        </Text>
      )}
      {isShown && (
        <div className={classes.documentMore}>
          <TextField
            path={`${path}.instructions`}
            value={document.instructions}
            onChange={(instructions) => change({ instructions, instructionsShown: '' })}
            max={limits.instructions}
            isLong
          />
          {isTranslated(document) && (
            <Text className={looks.break} mt={-8} fz="xs" c="dimmed">
              {document.instructionsShown}
            </Text>
          )}
          <DayField
            data-field={`${path}.documentDueDate`}
            label={labelOf(t, 'documentDueDate')}
            description={t('ui.wizard.document.dueHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={document.documentDueDate}
            onChange={(documentDueDate) => change({ documentDueDate })}
            min={today()}
            error={due}
          />
        </div>
      )}
    </li>
  );
});

/** The masters have these instructions in the reader's language. */
const isTranslated = ({ instructions, instructionsShown }: DocumentValues) =>
  instructionsShown !== '' && instructionsShown !== instructions;

function DocumentNote({ document }: { document: DocumentValues }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const notes = [
    document.documentDueDate && t('ui.wizard.document.due', { day: date(document.documentDueDate) }),
    document.instructionsShown || document.instructions.trim(),
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <Box component="span" className={looks.cut} fz="xs" c="dimmed">
      {notes.join(' · ')}
    </Box>
  );
}
