import { Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Note } from '@/components/custom-forms/custom-section';
import { useTranslation } from '@/lib/wording';
import { useFormHost } from '../../form/host';
import { labelText } from '../../words';
import type { CustomFormProps } from '../types';
import classes from './message.module.css';
import { PlaceholderChips } from './placeholder-chips';
import { inserted, type Placeholder, unknownNames } from './placeholders';

type EditorField = 'subject' | 'messageFormat';

interface MessageEditorProps extends CustomFormProps {
  isEmail: boolean;
}

/** Subject and text; a placeholder is inserted at the last caret position. */
export function MessageEditor({ definition, form, readOnly, isEmail }: MessageEditorProps) {
  const { t } = useTranslation();
  const host = useFormHost();
  const [last, setLast] = useState<EditorField>('messageFormat');
  const inputs = {
    subject: useRef<HTMLInputElement>(null),
    messageFormat: useRef<HTMLTextAreaElement>(null),
  };
  const target = isEmail ? last : 'messageFormat';

  function insert(name: Placeholder) {
    const input = inputs[target].current;
    const text = textOf(form.values[target]);
    const end = input?.selectionEnd ?? text.length;
    const next = inserted(text, name, input?.selectionStart ?? end, end);
    form.setFieldValue(target, next.text);
    // After React has written the value, or the caret would jump to the end.
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(next.caret, next.caret);
    });
  }

  const shared = (name: EditorField) => ({
    'data-field': name,
    label: labelText(t, definition.resource, name),
    value: textOf(form.values[name]),
    error: form.errors[name],
    readOnly,
    mod: { locked: readOnly },
    withAsterisk: !readOnly,
    onFocus: () => setLast(name),
    onBlur: () => host.checkOne(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.setFieldValue(name, event.currentTarget.value),
  });

  const names = [...(isEmail ? ['subject'] : []), 'messageFormat'];
  const unknown = [...new Set(names.flatMap((name) => unknownNames(textOf(form.values[name]))))];
  return (
    <div className="grid gap-12">
      {isEmail && <TextInput {...shared('subject')} ref={inputs.subject} />}
      <Textarea
        {...shared('messageFormat')}
        ref={inputs.messageFormat}
        autosize
        minRows={isEmail ? 10 : 4}
        maxRows={24}
        classNames={{ input: classes.text }}
      />
      {unknown.length > 0 && (
        <Note tone="bad">
          {unknown.map((name) => (
            <div key={name}>{t('message.unknownPlaceholder', { name })}</div>
          ))}
        </Note>
      )}
      {!readOnly && <PlaceholderChips target={labelText(t, definition.resource, target)} onInsert={insert} />}
    </div>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
