import { CustomSection, CustomSections } from '@/components/custom-forms/custom-section';
import { useTranslation } from '@/lib/wording';
import { Fields } from '../fields';
import type { CustomFormProps } from '../types';
import { MessageEditor } from './message-editor';
import { MessagePreview } from './message-preview';

/** Email Sms template: the text of one event, its placeholders, and a preview. */
export default function MessageForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const { templateType } = props.form.values;
  return (
    <CustomSections>
      <CustomSection title={t('ui.rich.message.event')} about={t('ui.rich.message.eventAbout')}>
        <Fields {...props} names={['templateFor', 'templateType', 'langCode']} wide={['templateFor']} />
      </CustomSection>
      <CustomSection title={t('ui.rich.message.text')} about={t('ui.rich.message.textAbout')}>
        <MessageEditor {...props} isEmail={templateType !== 'SMS'} />
      </CustomSection>
      <CustomSection title={t('ui.rich.message.preview')} about={t('ui.rich.message.previewAbout')}>
        <MessagePreview {...props} />
      </CustomSection>
    </CustomSections>
  );
}
