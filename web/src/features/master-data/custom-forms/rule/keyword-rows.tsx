import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from '@/lib/wording';
import { labelText } from '../../words';
import type { CustomFormProps } from '../types';
import { joined, split } from './keyword-values';
import classes from './rule.module.css';

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
    form.setFieldValue('keywords', joined(kept));
  };
  const focusRow = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus());

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
      <div ref={list} className="grid gap-8" data-field="keywords">
        {rows.map((keyword, at) => (
          <div key={at} className={`${classes.row} row gap-4`}>
            <TextInput
              aria-label={t('ui.rich.rule.keyword', { number: at + 1 })}
              error={Boolean(form.errors.keywords)}
              value={keyword}
              readOnly={readOnly}
              mod={{ locked: readOnly }}
              onKeyDown={(event) => press(event, at)}
              onPaste={(event) => paste(event, at)}
              onChange={(event) => write(rows.with(at, event.currentTarget.value.replaceAll('|', ' ')))}
            />
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('ui.rich.rule.removeKeyword', { number: at + 1 })}
                disabled={rows.length === 1 && keyword === ''}
                onClick={() => remove(at)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </div>
        ))}
        {!readOnly && (
          <Button
            variant="default"
            size="xs"
            className="self-start"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => add(rows.length - 1)}
          >
            {t('ui.rich.rule.addKeyword')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}
