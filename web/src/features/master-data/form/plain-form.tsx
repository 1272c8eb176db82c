import { useMemo } from 'react';
import { useTranslation } from '@/lib/wording';
import type { CustomFormProps } from '../custom-forms/types';
import { sectionsOf } from '../model/sections';
import { FieldGrid } from './field-grid';
import { FormSection } from './form-section';

/** The default form body of any resource, rendered from its definition. */
export function PlainForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const sections = useMemo(() => sectionsOf(props.definition), [props.definition]);
  return sections.map((section) => (
    <FormSection
      key={section.name}
      title={sections.length > 1 ? t(`ui.master.section.${section.name}`) : undefined}
    >
      <FieldGrid {...props} fields={section.fields} />
    </FormSection>
  ));
}
