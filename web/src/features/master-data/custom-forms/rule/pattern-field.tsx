import { Textarea } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import { labelText } from '../../words';
import type { CustomFormProps } from '../types';
import { guardedPattern } from './pattern';

/** A regular expression is a single keyword: its bars are part of it. */
export function PatternField({ definition, form, readOnly }: CustomFormProps) {
  const { t } = useTranslation();
  const text = typeof form.values.keywords === 'string' ? form.values.keywords : '';
  const guarded = text ? guardedPattern(text) : null;
  const fault = typeof guarded === 'string' ? t(`ui.rich.rule.fault.${guarded}`) : undefined;
  return (
    <Textarea
      data-field="keywords"
      label={labelText(t, definition.resource, 'keywords')}
      description={t('ui.rich.rule.patternHint')}
      withAsterisk={!readOnly}
      readOnly={readOnly}
      mod={{ locked: readOnly }}
      spellCheck={false}
      autosize
      minRows={2}
      classNames={{ input: 'code' }}
      value={text}
      error={form.errors.keywords ?? fault}
      onChange={(event) => form.setFieldValue('keywords', event.currentTarget.value)}
    />
  );
}
