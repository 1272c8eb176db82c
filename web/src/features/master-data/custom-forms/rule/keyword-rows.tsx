import { Button, Group, Input, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { labelText } from '../../words';
import formClasses from '../custom-form.module.css';
import type { CustomFormProps } from '../registry';
import classes from './rule.module.css';
import { joined, split } from './rule-lines';

/** One row per keyword; they are stored as one text separated by `|`. */
export function KeywordRows({ definition, form, readOnly }: CustomFormProps) {
  const { t } = useTranslation();
  const text = typeof form.values.keywords === 'string' ? form.values.keywords : '';
  const [typed, setTyped] = useState<string[]>(() => split(text));
  const list = useRef<HTMLDivElement>(null);
  // Empty rows are kept here only; any other change of the text wins.
  const rows = joined(typed) === text ? typed : split(text);

  const write = (next: string[]) => {
    const kept = next.length ? next : [''];
    setTyped(kept);
    form.set({ keywords: joined(kept) });
  };
  const focusRow = (at: number) => requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus());

  function add(after: number) {
    write(rows.toSpliced(after + 1, 0, ''));
    focusRow(after + 1);
  }

  function remove(at: number) {
    write(rows.toSpliced(at, 1));
    focusRow(Math.max(0, at - 1));
  }

  function press(event: KeyboardEvent<HTMLInputElement>, at: number) {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(at);
    }
    if (event.key === 'Backspace' && rows[at] === '' && rows.length > 1) {
      event.preventDefault();
      remove(at);
    }
  }

  /** Several keywords can be pasted at once, one per line or separated by bars. */
  function paste(event: ClipboardEvent<HTMLInputElement>, at: number) {
    const pasted = event.clipboardData
      .getData('text')
      .split(/[|\n]/)
      .map((each) => each.trim())
      .filter(Boolean);
    if (pasted.length < 2) return;
    event.preventDefault();
    write(rows.toSpliced(at, rows[at] === '' ? 1 : 0, ...pasted));
  }

  const label = labelText(t, definition.resource, 'keywords');
  return (
    <Input.Wrapper label={label} labelElement="div" withAsterisk={!readOnly} error={form.errors.keywords}>
      <Stack ref={list} gap={8} data-field="keywords">
        {rows.map((keyword, at) => (
          <Group key={at} className={classes.row} wrap="nowrap" gap={4}>
            <TextInput
              aria-label={t('ui.form.rule.keyword', { number: at + 1 })}
              error={Boolean(form.errors.keywords)}
              value={keyword}
              readOnly={readOnly}
              mod={{ locked: readOnly }}
              onKeyDown={(event) => press(event, at)}
              onPaste={(event) => paste(event, at)}
              onChange={(event) => write(rows.with(at, event.currentTarget.value.replaceAll('|', ' ')))}
            />
            {!readOnly && (
              <IconButton
                Icon={IconX}
                iconSize={16}
                size="lg"
                label={t('ui.form.rule.removeKeyword', { number: at + 1 })}
                disabled={rows.length === 1 && keyword === ''}
                onClick={() => remove(at)}
              />
            )}
          </Group>
        ))}
        {!readOnly && (
          <Button
            variant="default"
            size="xs"
            className={looks.selfStart}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => add(rows.length - 1)}
          >
            {t('ui.form.rule.addKeyword')}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The checksums that a character mask may name after `#`. */
const CHECKSUMS = ['verhoeff', 'mrz', 'luhn'];

/** Shape and checksum as two texts, even while incomplete. */
export function splitMask(text: string): [shape: string, checksum: string] {
  const at = text.lastIndexOf('#');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

export const joinMask = (shape: string, checksum: string) => (checksum ? `${shape}#${checksum}` : shape);

/** The shape of a number and its checksum, stored as one text; the keyword only names it. */
export function MaskField({ definition, form, readOnly }: CustomFormProps) {
  const { t } = useTranslation();
  const lock = { readOnly, mod: { locked: readOnly } };
  const [shape, checksum] = splitMask(textOf(form.values.characterMask));
  const write = (nextShape: string, nextSum: string) => form.set({ characterMask: joinMask(nextShape, nextSum) });
  return (
    <div className={formClasses.grid}>
      <div className={formClasses.wide}>
        <TextInput
          data-field="keywords"
          label={labelText(t, definition.resource, 'keywords')}
          description={t('ui.form.rule.maskName')}
          {...lock}
          withAsterisk={!readOnly}
          value={textOf(form.values.keywords)}
          error={form.errors.keywords}
          onChange={(event) => form.set({ keywords: event.currentTarget.value })}
        />
      </div>
      <div className={formClasses.cell}>
        <TextInput
          data-field="characterMask"
          label={labelText(t, definition.resource, 'characterMask')}
          description={t('ui.form.rule.maskHint')}
          {...lock}
          withAsterisk={!readOnly}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={shape}
          error={form.errors.characterMask}
          onChange={(event) => write(event.currentTarget.value.replaceAll('#', ''), checksum)}
        />
      </div>
      <div className={formClasses.cell}>
        <Select
          label={t('ui.form.rule.checksum')}
          description={t('ui.form.rule.checksumHint')}
          {...lock}
          clearable={!readOnly}
          placeholder={t('ui.common.none')}
          data={CHECKSUMS.map((name) => ({ value: name, label: t(`ui.form.rule.sum.${name}`) }))}
          value={checksum || null}
          onChange={(next) => write(shape, next ?? '')}
        />
      </div>
    </div>
  );
}

/** A regular expression is a single keyword: its bars are part of it. */
export function PatternField({ definition, form, readOnly }: CustomFormProps) {
  const { t } = useTranslation();
  const text = typeof form.values.keywords === 'string' ? form.values.keywords : '';
  return (
    <Textarea
      data-field="keywords"
      label={labelText(t, definition.resource, 'keywords')}
      description={t('ui.form.rule.patternHint')}
      withAsterisk={!readOnly}
      readOnly={readOnly}
      mod={{ locked: readOnly }}
      spellCheck={false}
      autosize
      minRows={2}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={text}
      error={form.errors.keywords}
      onChange={(event) => form.set({ keywords: event.currentTarget.value })}
    />
  );
}
