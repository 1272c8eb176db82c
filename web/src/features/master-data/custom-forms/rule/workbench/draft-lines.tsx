import { Box, Button, Flex, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import type { RecordFields } from '../../../form/use-record-form';
import type { Definition } from '../../../model/definition';
import { labelText, optionText } from '../../../words';
import { KeywordRows, MaskField, PatternField } from '../keyword-rows';
import { KEYWORD_TYPES, type KeywordType } from '../rule-lines';
import { useTextTest } from '../rule-text';
import { type DraftLine, detailsOf, moved, unfinished, withNewLine } from './model';

interface Props {
  definition: Definition;
  lines: DraftLine[];
  errors: Record<string, string>[];
  onChange(lines: DraftLine[]): void;
}

/** The draft: every line of the rule, open for changes. */
export function DraftLines({ definition, lines, errors, onChange }: Props) {
  const { t } = useTranslation();
  const longer = withNewLine(lines);
  return (
    <Stack gap={12}>
      {lines.map((line, at) => (
        <LineFields
          key={line.sequenceNo}
          definition={definition}
          line={line}
          errors={errors[at] ?? {}}
          isFirst={at === 0}
          isLast={at === lines.length - 1}
          onChange={(patch) => onChange(lines.with(at, { ...line, ...patch }))}
          onMove={(by) => onChange(moved(lines, at, by))}
          onRemove={lines.length > 1 ? () => onChange(lines.toSpliced(at, 1)) : undefined}
        />
      ))}
      {longer && (
        <Button
          variant="default"
          className={looks.selfStart}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange(longer)}
        >
          {t('ui.ruleWorkbench.addLine')}
        </Button>
      )}
    </Stack>
  );
}

interface LineProps {
  definition: Definition;
  line: DraftLine;
  errors: Record<string, string>;
  isFirst: boolean;
  isLast: boolean;
  onChange(patch: Partial<DraftLine>): void;
  onMove(by: 1 | -1): void;
  onRemove: (() => void) | undefined;
}

function LineFields({ definition, line, errors, isFirst, isLast, onChange, onMove, onRemove }: LineProps) {
  const { t } = useTranslation();
  const id = useId();
  const number = line.sequenceNo;
  const form: RecordFields = {
    values: { ...line, sequenceNo: String(number) },
    errors,
    set: (patch) => onChange(patch as Partial<DraftLine>),
    isDirty: () => false,
    checkOne: () => undefined,
  };
  const props = { definition, form, mode: 'edit', readOnly: false } as const;
  return (
    <Stack role="group" aria-labelledby={id} className={looks.card} gap={12} miw={0} p={12}>
      <Group wrap="nowrap" justify="space-between" gap={8}>
        <Box id={id} component="span" fz="sm" fw={600}>
          {t('ui.ruleWorkbench.line', { number })}
        </Box>
        <Flex component="span" align="center" gap={4}>
          <IconButton
            Icon={IconArrowUp}
            iconSize={16}
            label={t('ui.ruleWorkbench.up', { number })}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          />
          <IconButton
            Icon={IconArrowDown}
            iconSize={16}
            label={t('ui.ruleWorkbench.down', { number })}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton
            Icon={IconTrash}
            iconSize={16}
            label={t('ui.ruleWorkbench.removeLine', { number })}
            disabled={!onRemove}
            onClick={() => onRemove?.()}
          />
        </Flex>
      </Group>
      <Select
        label={labelText(t, definition.resource, 'keywordType')}
        data={KEYWORD_TYPES.map((type) => ({ value: type, label: optionText(t, 'keywordType', type) }))}
        value={line.keywordType}
        allowDeselect={false}
        error={errors.keywordType}
        onChange={(type) => type && onChange({ keywordType: type as KeywordType })}
      />
      {line.keywordType === 'REGEX' ? (
        <PatternField {...props} />
      ) : line.keywordType === 'MASK' ? (
        <>
          <MaskField {...props} />
          <MaskTester line={line} />
        </>
      ) : (
        <KeywordRows {...props} />
      )}
      <TextInput
        label={labelText(t, definition.resource, 'keywordLength')}
        description={t('ui.form.rule.lengthHint')}
        inputMode="numeric"
        maxLength={4}
        value={line.keywordLength}
        error={errors.keywordLength ?? errors.sequenceNo}
        onChange={({ currentTarget: { value } }) => onChange({ keywordLength: value.replace(/\D/g, '') })}
      />
    </Stack>
  );
}

/** Tells whether a typed text fits the mask. */
function MaskTester({ line }: { line: DraftLine }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const isTested = text.trim() !== '' && unfinished([line]) === undefined;
  const { data, isCurrent, isError } = useTextTest(detailsOf([line]), text, isTested);
  const fits = isCurrent && !isError && data?.verdict === 'Pass';
  return (
    <div>
      <TextInput
        label={t('ui.ruleWorkbench.maskTest')}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Text mt={4} fz="xs" c={fits ? 'var(--ok)' : 'dimmed'} role="status">
        {isCurrent && t(`ui.ruleWorkbench.${fits ? 'maskFits' : 'maskFitsNot'}`)}
      </Text>
    </div>
  );
}
