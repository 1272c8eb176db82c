import { Box, Button, Flex, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CustomSection, CustomSections, Note } from '@/components/custom-forms/custom-section';
import { TypedField } from '@/components/form/typed-field';
import { ApiError, find, showError } from '@/lib/api';
import { toast } from '@/lib/feedback';
import { type Language, useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { keysOf, useScope } from '../../data/use-list';
import type { Definition, MasterRecord } from '../../model/definition';
import type { FormValues } from '../../model/record';
import { labelText, optionText } from '../../words';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';
import classes from './message.module.css';
import { filled, inserted, PLACEHOLDERS, type Placeholder, pieces, smsLength, unknownNames } from './placeholders';

/** Email Sms template: the text of one event, its placeholders, and a preview. */
export default function MessageForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const { templateType } = props.form.values;
  return (
    <CustomSections>
      <CustomSection title={t('ui.form.message.event')} about={t('ui.form.message.eventAbout')}>
        <Fields {...props} names={['templateFor', 'templateType', 'langCode']} wide={['templateFor']} />
      </CustomSection>
      <CustomSection title={t('ui.form.message.text')} about={t('ui.form.message.textAbout')}>
        <MessageEditor {...props} isEmail={templateType !== 'SMS'} />
      </CustomSection>
      <CustomSection title={t('ui.form.message.preview')} about={t('ui.form.message.previewAbout')}>
        <MessagePreview {...props} />
      </CustomSection>
    </CustomSections>
  );
}

type EditorField = 'subject' | 'messageFormat';

interface MessageEditorProps extends CustomFormProps {
  isEmail: boolean;
}

/** Subject and text; a placeholder is inserted at the last caret position. */
function MessageEditor({ definition, form, readOnly, isEmail }: MessageEditorProps) {
  const { t } = useTranslation();
  const [last, setLast] = useState<EditorField>('messageFormat');
  const inputs = { subject: useRef<HTMLInputElement>(null), messageFormat: useRef<HTMLTextAreaElement>(null) };
  const target = isEmail ? last : 'messageFormat';

  function insert(name: Placeholder) {
    const input = inputs[target].current;
    const text = textOf(form.values[target]);
    const end = input?.selectionEnd ?? text.length;
    const next = inserted(text, name, input?.selectionStart ?? end, end);
    form.set({ [target]: next.text });
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
    onBlur: () => form.checkOne(name),
    onChange: (event: { currentTarget: { value: string } }) => form.set({ [name]: event.currentTarget.value }),
  });

  const names = [...(isEmail ? ['subject'] : []), 'messageFormat'];
  const unknown = [...new Set(names.flatMap((name) => unknownNames(textOf(form.values[name]))))];
  return (
    <Stack gap={12}>
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
      {!readOnly && <ResetButton definition={definition} form={form} />}
    </Stack>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Puts the product's own text into the form; it is stored with the next save. */
function ResetButton({ definition, form }: Pick<CustomFormProps, 'definition' | 'form'>) {
  const { t } = useTranslation();
  const [isLoading, setIsLoading] = useState(false);
  const { templateType, templateFor, langCode } = form.values;
  async function reset() {
    setIsLoading(true);
    try {
      const place = { ...definition, resource: `${definition.resource}/default` };
      const text = await find<{ subject: string; messageFormat: string }>(place, {
        templateType,
        templateFor,
        langCode,
      });
      form.set({ subject: text.subject, messageFormat: text.messageFormat });
      toast(t('ui.form.message.resetDone'));
    } catch (error) {
      showError(error);
    } finally {
      setIsLoading(false);
    }
  }
  return (
    <div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRestore size={14} aria-hidden />}
        loading={isLoading}
        disabled={!templateType || !templateFor || !langCode}
        onClick={() => void reset()}
      >
        {t('ui.form.message.reset')}
      </Button>
    </div>
  );
}

interface PlaceholderChipsProps {
  /** Label of the field they are inserted into. */
  target: string;
  onInsert: (name: Placeholder) => void;
}

function PlaceholderChips({ target, onInsert }: PlaceholderChipsProps) {
  const { t } = useTranslation();
  return (
    <Box component="fieldset" className={classes.placeholders} miw={0} m={0} p={0}>
      <Box component="legend" m={0} mb={8} p={0} fz="xs" c="dimmed">
        {t('ui.form.message.insert', { label: target })}
      </Box>
      <Flex wrap="wrap" gap={6}>
        {PLACEHOLDERS.map((name) => (
          <Box
            key={name}
            type="button"
            component="button"
            className={classes.chip}
            py={4}
            title={name}
            // The caret must stay in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(name)}
          >
            {t(`ui.form.message.placeholder.${name}`)}
          </Box>
        ))}
      </Flex>
    </Box>
  );
}

const LANGUAGES: Language[] = ['en', 'ta'];
interface PreviewValues {
  /** The request that the values come from; `null` when they are made up. */
  txnRefNo: string | null;
  values: Record<string, string>;
  /** What the entity adds to each mail. */
  foot: string;
}

/** The values of a request that the user may see: the given one, or a recent one. */
function usePreviewValues(
  definition: Definition,
  { templateType, templateFor }: FormValues,
  langCode: Language,
  txnRefNo: string,
) {
  const scope = useScope();
  const wanted = { templateType, templateFor, langCode, txnRefNo };
  return useQuery({
    queryKey: [...keysOf(scope, definition.resource), 'preview', wanted],
    queryFn: ({ signal }) =>
      find<PreviewValues>({ ...definition, resource: `${definition.resource}/preview` }, wanted, { signal }),
    enabled: Boolean(templateType && templateFor),
    retry: false,
    placeholderData: (before) => before,
  });
}

/** The text as it would be sent: the edited one, and the stored one in the other language. */
function MessagePreview({ definition, form }: CustomFormProps) {
  const { t } = useTranslation();
  const { values } = form;
  const own: Language = values.langCode === 'ta' ? 'ta' : 'en';
  const [chosen, setChosen] = useState<Language | null>(null);
  const language = chosen ?? own;
  const other = useOtherLanguage(definition, values, language === own ? null : language);
  const source = language === own ? values : other.record;
  const isSms = values.templateType === 'SMS';
  const { displayName } = useAuth();
  const [txnRefNo, setTxnRefNo] = useState('');
  const { data: real, error } = usePreviewValues(definition, values, language, txnRefNo);
  const sample = (name: Placeholder) =>
    real?.values[name] || (name === 'entityName' ? displayName : t(`ui.form.message.sample.${language}.${name}`));
  const text = textOf(source?.messageFormat);

  return (
    <Stack className={classes.preview} gap={12}>
      <SegmentedControl
        aria-label={t('ui.form.message.previewLanguage')}
        value={language}
        onChange={(next) => setChosen(next as Language)}
        data={LANGUAGES.map((each) => ({ value: each, label: optionText(t, 'langCode', each) }))}
      />
      <TypedField
        label={t('ui.form.message.previewRequest')}
        description={t('ui.form.message.previewRequestHint')}
        value={txnRefNo}
        onChange={setTxnRefNo}
        error={error instanceof ApiError && error.status === 404 && t('ui.form.message.previewMissing')}
      />
      {real?.txnRefNo && !error && (
        <Text fz="xs" c="dimmed">
          {t('ui.form.message.previewOf', { txnRefNo: real.txnRefNo })}
        </Text>
      )}
      {!source ? (
        <Text className={classes.missing} ta="center" c="dimmed" inherit>
          {t(other.isPending ? 'ui.common.loading' : 'ui.form.message.noOther')}
        </Text>
      ) : isSms ? (
        <div className={classes.phone} lang={language}>
          <Filled text={text} sample={sample} />
        </div>
      ) : (
        <div className={classes.mail} lang={language}>
          <b>
            <Filled text={textOf(source.subject)} sample={sample} />
          </b>
          <Box p={16} mih={60}>
            <Filled text={text} sample={sample} />
            {real?.foot && <Box mt={16}>{real.foot}</Box>}
          </Box>
        </div>
      )}
      {isSms && source && <SmsCounter text={filled(text, sample)} />}
    </Stack>
  );
}

/** Inserted values are tinted, so that the variable parts are visible. */
function Filled({ text, sample }: { text: string; sample: (name: Placeholder) => string }) {
  let at = 0;
  return pieces(text).map((piece) => {
    at += piece.text.length;
    if (piece.kind === 'text') return <span key={at}>{piece.text}</span>;
    if (piece.kind === 'unknown') return <mark key={at}>{piece.text}</mark>;
    return <i key={at}>{sample(piece.name as Placeholder)}</i>;
  });
}

const DEAR = 3;

/** How many SMS segments a text takes, counted with the sample values. */
function SmsCounter({ text }: { text: string }) {
  const { t } = useTranslation();
  const { encoding, used, segments, left } = smsLength(text);
  return (
    <Flex
      component="p"
      className={classes.counter}
      wrap="wrap"
      m={0}
      fz="xs"
      c="dimmed"
      data-dear={segments > DEAR || undefined}
      role="status"
    >
      <b>{t('ui.form.message.segments', { count: segments })}</b>
      <span>{t('ui.form.message.used', { used, left })}</span>
      <span>{t(`ui.form.message.encoding.${encoding}`)}</span>
    </Flex>
  );
}

/** The stored text of the same event in another language; `undefined` without one. */
function useOtherLanguage(definition: Definition, values: FormValues, language: Language | null) {
  const scope = useScope();
  const { templateType, templateFor } = values;
  const wanted = language && templateType && templateFor ? { templateType, templateFor, langCode: language } : null;
  const answer = useQuery({
    queryKey: [...keysOf(scope, definition.resource), 'other', wanted],
    queryFn: ({ signal }) => find<MasterRecord>(definition, wanted ?? {}, { signal }).catch(noneIfMissing),
    enabled: wanted !== null,
  });
  return { record: (wanted && answer.data) || undefined, isPending: wanted !== null && answer.isPending };
}

function noneIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
