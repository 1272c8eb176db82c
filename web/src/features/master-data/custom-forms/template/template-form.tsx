import {
  Alert,
  Box,
  Button,
  Center,
  Flex,
  Group,
  Select,
  Skeleton,
  Switch,
  Text,
  Textarea,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { CustomSection, CustomSections } from '@/components/custom-forms/custom-section';
import { useReorder } from '@/components/custom-forms/use-reorder';
import { IconButton } from '@/components/icon-button';
import { messageOf } from '@/lib/api';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { labelText } from '../../words';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';
import classes from './template.module.css';
import {
  DETAIL,
  type DocumentNames,
  MOST_INSTRUCTIONS,
  type TemplateDocument,
  useDocumentNames,
  useTemplateDocuments,
} from './template-documents';

/** Template Master: the template, and its documents in request order. */
export default function TemplateForm(props: CustomFormProps) {
  const { t } = useTranslation();
  return (
    <CustomSections>
      <CustomSection title={t('ui.form.template.identity')}>
        <Fields {...props} names={['templateCode', 'templateName']} />
      </CustomSection>
      <CustomSection
        title={t('ui.form.template.documents')}
        about={props.readOnly ? undefined : t('ui.form.template.about')}
      >
        <Documents {...props} />
      </CustomSection>
    </CustomSections>
  );
}

function Documents(props: CustomFormProps) {
  const { t } = useTranslation();
  const { readOnly } = props;
  const { documents, isPending, error, retry, ...edit } = useTemplateDocuments(props);
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 200);
  const names = useDocumentNames(asked);
  const [said, setSaid] = useState('');

  function move(from: number, to: number) {
    const document = documents[from];
    if (!document || to < 0 || to >= documents.length) return;
    edit.move(from, to);
    setSaid(
      t('ui.form.template.moved', {
        name: names.nameOf(document.documentCode),
        place: to + 1,
        count: documents.length,
      }),
    );
  }
  const reorder = useReorder<HTMLOListElement>(move);

  if (isPending) return <Skeleton height={180} />;
  if (error) {
    return (
      <Alert color="red">
        {messageOf(error)}{' '}
        <Button variant="default" size="xs" onClick={retry}>
          {t('ui.common.retry')}
        </Button>
      </Alert>
    );
  }
  return (
    <>
      {documents.length === 0 && (
        <Text className={classes.empty} p={20} ta="center" c="dimmed" bdrs="var(--radius-card)" inherit>
          {t('ui.form.template.empty')}
        </Text>
      )}
      <ol
        ref={reorder.list}
        className={`${classes.list} ${looks.plainList} ${looks.card}`}
        data-locked={readOnly || undefined}
      >
        {documents.map((document, at) => (
          <DocumentRow
            key={document.documentCode}
            document={document}
            name={names.nameOf(document.documentCode)}
            at={at}
            count={documents.length}
            readOnly={readOnly}
            isDragged={reorder.dragged === at}
            handle={reorder.handle(at)}
            onMove={(to) => move(at, to)}
            onChange={(change) => edit.change(at, change)}
            onRemove={() => edit.remove(at)}
          />
        ))}
      </ol>
      {!readOnly && (
        <AddDocument
          search={search}
          onSearch={setSearch}
          names={names}
          taken={documents.map((each) => each.documentCode)}
          onAdd={edit.add}
        />
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

interface AddDocumentProps {
  names: DocumentNames;
  taken: string[];
  search: string;
  onSearch: (typed: string) => void;
  onAdd: (documentCode: string) => void;
}

/** Choosing a document appends it and clears the field for the next one. */
export function AddDocument({ names, taken, search, onSearch, onAdd }: AddDocumentProps) {
  const { t } = useTranslation();
  const free = names.codes.filter((code) => !taken.includes(code));
  const choices = free.map((code) => ({ value: code, label: `${names.nameOf(code)} · ${code}` }));
  return (
    <Select
      label={t('ui.form.template.add')}
      placeholder={t('ui.form.template.addHint')}
      leftSection={<IconPlus size={16} aria-hidden />}
      data={choices}
      value={null}
      searchable
      selectFirstOptionOnChange
      searchValue={search}
      onSearchChange={onSearch}
      onChange={(code) => {
        if (code) onAdd(code);
        onSearch('');
      }}
      onKeyDown={(event) => {
        // Enter chooses a document; it must never submit an unfinished template.
        if (event.key === 'Enter') event.preventDefault();
      }}
      nothingFoundMessage={t(names.isPending ? 'ui.common.loading' : 'message.noRecords')}
      filter={names.isFull ? ({ options }) => options : undefined}
      limit={100}
      maxDropdownHeight={260}
    />
  );
}

interface DocumentRowProps {
  document: TemplateDocument;
  name: string;
  at: number;
  count: number;
  readOnly: boolean;
  isDragged: boolean;
  handle: ComponentProps<'button'>;
  onMove: (to: number) => void;
  onChange: (change: Partial<TemplateDocument>) => void;
  onRemove: () => void;
}

export function DocumentRow(props: DocumentRowProps) {
  const { document, name, at, readOnly, isDragged, onChange } = props;
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const label = labelText(t, DETAIL.resource, 'instructions');
  const mandatory = labelText(t, DETAIL.resource, 'mandatory');
  const shared = { maxLength: MOST_INSTRUCTIONS, readOnly, autosize: true, minRows: 2, maxRows: 8 };
  return (
    <Flex component="li" className={classes.row} direction="column" gap={4} data-dragged={isDragged || undefined}>
      <Group wrap="nowrap" gap={8}>
        {!readOnly && (
          <Center
            type="button"
            component="button"
            className={classes.handle}
            flex="none"
            p={0}
            c="dimmed"
            aria-label={t('ui.form.template.handle', { name, place: at + 1 })}
            {...props.handle}
          >
            <IconGripVertical size={16} aria-hidden />
          </Center>
        )}
        <Box component="span" className={looks.figures} miw={20} flex="none" ta="end" c="dimmed">
          {at + 1}
        </Box>
        <Box component="span" className={`${classes.name} ${looks.break}`} flex={1} miw={0} fw={500}>
          {name}
          <small>{document.documentCode}</small>
        </Box>
        {!readOnly && <RowButtons {...props} />}
      </Group>
      <Group className={classes.more} wrap="nowrap" miw={0}>
        {readOnly ? (
          <Box component="span" px={8} fz="xs" bg="var(--neutral-tint)" bdrs="var(--radius-pill)">
            {document.mandatory ? mandatory : t('ui.form.template.optional')}
          </Box>
        ) : (
          <Switch
            size="sm"
            label={mandatory}
            aria-label={`${mandatory}: ${name}`}
            checked={document.mandatory}
            onChange={(event) => onChange({ mandatory: event.currentTarget.checked })}
          />
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${label}: ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {label}
        </Button>
        {!isOpen && (
          <Box component="span" className={`${classes.excerpt} ${looks.cut}`} miw={0} fz="xs" c="dimmed">
            {document.instructions || t('ui.form.template.noInstructions')}
          </Box>
        )}
      </Group>
      {isOpen && (
        <>
          <Textarea
            {...shared}
            aria-label={`${label}: ${name}`}
            description={t('ui.form.template.instructionsHint')}
            value={document.instructions}
            onChange={(event) => onChange({ instructions: event.currentTarget.value })}
          />
          <Textarea
            {...shared}
            label={labelText(t, DETAIL.resource, 'instructionsTa')}
            value={document.instructionsTa}
            onChange={(event) => onChange({ instructionsTa: event.currentTarget.value })}
          />
        </>
      )}
    </Flex>
  );
}

function RowButtons({ name, at, count, onMove, onRemove }: DocumentRowProps) {
  const { t } = useTranslation();
  const buttons = [
    { text: t('ui.form.template.up', { name }), icon: IconArrowUp, run: () => onMove(at - 1), off: at === 0 },
    {
      text: t('ui.form.template.down', { name }),
      icon: IconArrowDown,
      run: () => onMove(at + 1),
      off: at === count - 1,
    },
    { text: t('ui.form.template.remove', { name }), icon: IconTrash, run: onRemove, off: false },
  ];
  return (
    <Flex component="span" className={classes.buttons} flex="none">
      {buttons.map(({ text, icon: Icon, run, off }) => (
        <IconButton Icon={Icon} key={text} size="lg" label={text} disabled={off} onClick={run} />
      ))}
    </Flex>
  );
}
