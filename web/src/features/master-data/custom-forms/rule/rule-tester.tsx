import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from '@/lib/wording';
import type { MasterRecord } from '../../model/definition';
import type { CustomFormProps } from '../types';
import { HighlightedText } from './highlighted-text';
import { type DetailResult, verdictOf } from './match';
import { ResultLine } from './result-line';
import classes from './rule.module.css';
import { ruleLines } from './rule-lines';
import { useRuleTest } from './use-rule-test';

interface RuleTesterProps extends CustomFormProps {
  stored: MasterRecord[];
}

/** Paste a document's text and see which rule line matches what. Nothing leaves the browser. */
export function RuleTester({ form, stored }: RuleTesterProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, 250);
  const lines = useMemo(() => ruleLines(stored, form.values), [stored, form.values]);
  const test = useRuleTest(lines, text);
  return (
    <div className="grid gap-12">
      <Textarea
        label={t('ui.rich.rule.sample')}
        placeholder={t('ui.rich.rule.sampleHint')}
        autosize
        minRows={4}
        maxRows={12}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="status">
        {test.state === 'slow' && (
          <p className={`${classes.verdict} py-12 px-16 tint-warn m-0 text-13 rounded`}>
            {t('ui.rich.rule.slow')}
          </p>
        )}
        {test.state === 'done' && <Verdict results={test.results} text={text} />}
      </div>
      <ul className={`${classes.results} clipped grid card plain-list`}>
        {lines.map((line, at) => (
          <ResultLine key={line.sequenceNo} line={line} result={text.trim() ? test.results[at] : undefined} />
        ))}
      </ul>
      {text.trim() !== '' && test.state === 'done' && (
        <HighlightedText text={text} lines={lines} results={test.results} />
      )}
    </div>
  );
}

function Verdict({ results, text }: { results: DetailResult[]; text: string }) {
  const { t } = useTranslation();
  const verdict = verdictOf(results, text);
  if (verdict === 'unreadable') return null;
  const message = verdict === 'pass' ? 'message.EnTxn0044' : 'message.EnTxn0055';
  return (
    <p className={`${classes.verdict} py-12 px-16 tint-warn m-0 text-13 rounded`} data-verdict={verdict}>
      <b>{t(`ui.rich.rule.verdict.${verdict}`)}</b> {t(message)}
    </p>
  );
}
