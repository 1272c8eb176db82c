import { Select, TextInput } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import { labelText } from '../../words';
import formClasses from '../custom-form.module.css';
import type { CustomFormProps } from '../types';
import { CHECKSUMS } from './checksum';
import { joinMask, splitMask } from './mask';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The shape of a number and its checksum, stored as one text; the keyword only names it. */
export function MaskField({ definition, form, readOnly }: CustomFormProps) {
  const { t } = useTranslation();
  const [shape, checksum] = splitMask(textOf(form.values.characterMask));
  const write = (nextShape: string, nextSum: string) =>
    form.setFieldValue('characterMask', joinMask(nextShape, nextSum));
  return (
    <div className={`${formClasses.grid} pair`}>
      <div className={formClasses.wide}>
        <TextInput
          data-field="keywords"
          label={labelText(t, definition.resource, 'keywords')}
          description={t('ui.rich.rule.maskName')}
          withAsterisk={!readOnly}
          readOnly={readOnly}
          mod={{ locked: readOnly }}
          value={textOf(form.values.keywords)}
          error={form.errors.keywords}
          onChange={(event) => form.setFieldValue('keywords', event.currentTarget.value)}
        />
      </div>
      <div className={formClasses.cell}>
        <TextInput
          data-field="characterMask"
          label={labelText(t, definition.resource, 'characterMask')}
          description={t('ui.rich.rule.maskHint')}
          withAsterisk={!readOnly}
          readOnly={readOnly}
          mod={{ locked: readOnly }}
          spellCheck={false}
          classNames={{ input: 'code' }}
          value={shape}
          error={form.errors.characterMask}
          onChange={(event) => write(event.currentTarget.value.replaceAll('#', ''), checksum)}
        />
      </div>
      <div className={formClasses.cell}>
        <Select
          label={t('ui.rich.rule.checksum')}
          description={t('ui.rich.rule.checksumHint')}
          readOnly={readOnly}
          mod={{ locked: readOnly }}
          clearable={!readOnly}
          placeholder={t('ui.common.none')}
          data={Object.keys(CHECKSUMS).map((name) => ({ value: name, label: t(`ui.rich.rule.sum.${name}`) }))}
          value={checksum || null}
          onChange={(next) => write(shape, next ?? '')}
        />
      </div>
    </div>
  );
}
