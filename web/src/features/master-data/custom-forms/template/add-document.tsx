import { Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import type { DocumentNames } from './use-document-names';

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
      label={t('ui.rich.template.add')}
      placeholder={t('ui.rich.template.addHint')}
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
