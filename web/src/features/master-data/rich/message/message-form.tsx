import { RichSection, RichSections } from '@/components/rich/rich-section';
import { useTranslation } from '@/lib/wording';
import { Fields } from '../fields';
import type { RichFormProps } from '../types';
import { MessageEditor } from './message-editor';
import { MessagePreview } from './message-preview';

/** Email Sms template: the text of one event, its placeholders, and how it will be read. */
export default function MessageForm(props: RichFormProps) {
  const { t } = useTranslation();
  const { templateType } = props.form.values;
  return (
    <RichSections>
      <RichSection title={t('ui.rich.message.event')} about={t('ui.rich.message.eventAbout')}>
        <Fields {...props} names={['templateFor', 'templateType', 'langCode']} wide={['templateFor']} />
      </RichSection>
      <RichSection title={t('ui.rich.message.text')} about={t('ui.rich.message.textAbout')}>
        <MessageEditor {...props} isEmail={templateType !== 'SMS'} />
      </RichSection>
      <RichSection title={t('ui.rich.message.preview')} about={t('ui.rich.message.previewAbout')}>
        <MessagePreview {...props} />
      </RichSection>
    </RichSections>
  );
}
