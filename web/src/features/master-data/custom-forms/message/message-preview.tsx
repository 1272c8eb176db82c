import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { type Language, useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { optionText } from '../../words';
import type { CustomFormProps } from '../types';
import classes from './message.module.css';
import { filled, type Placeholder, pieces } from './placeholders';
import { SmsCounter } from './sms-counter';
import { useOtherLanguage } from './use-other-language';

const LANGUAGES: Language[] = ['en', 'ta'];
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The text with sample values: the edited one, and the stored one in the other language. */
export function MessagePreview({ definition, form }: CustomFormProps) {
  const { t } = useTranslation();
  const { values } = form;
  const own: Language = values.langCode === 'ta' ? 'ta' : 'en';
  const [chosen, setChosen] = useState<Language | null>(null);
  const language = chosen ?? own;
  const other = useOtherLanguage(definition, values, language === own ? null : language);
  const source = language === own ? values : other.record;
  const isSms = values.templateType === 'SMS';
  const { displayName } = useAuth();
  const sample = (name: Placeholder) =>
    name === 'entityName' ? displayName : t(`ui.rich.message.sample.${language}.${name}`);
  const text = textOf(source?.messageFormat);

  return (
    <div className={`${classes.preview} grid gap-12`}>
      <SegmentedControl
        aria-label={t('ui.rich.message.previewLanguage')}
        value={language}
        onChange={(next) => setChosen(next as Language)}
        data={LANGUAGES.map((each) => ({ value: each, label: optionText(t, 'langCode', each) }))}
      />
      {!source ? (
        <p className={`${classes.missing} m-0 muted centered`}>
          {t(other.isPending ? 'ui.common.loading' : 'ui.rich.message.noOther')}
        </p>
      ) : isSms ? (
        <div className={classes.phone} lang={language}>
          <Filled text={text} sample={sample} />
        </div>
      ) : (
        <div className={classes.mail} lang={language}>
          <b>
            <Filled text={textOf(source.subject)} sample={sample} />
          </b>
          <div className={classes.mailText}>
            <Filled text={text} sample={sample} />
          </div>
        </div>
      )}
      {isSms && source && <SmsCounter text={filled(text, sample)} />}
    </div>
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
