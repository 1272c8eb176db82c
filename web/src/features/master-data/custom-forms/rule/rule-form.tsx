import { Button, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconFlask, IconMinus, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { CustomSection, CustomSections } from '@/components/custom-forms/custom-section';
import { useTranslation } from '@/lib/wording';
import type { MasterRecord } from '../../model/definition';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';
import { KeywordRows, MaskField, PatternField } from './keyword-rows';
import { type DetailResult, matchDetail, readable, verdictOf } from './match';
import { useOpenWorkbench } from './open-workbench';
import classes from './rule.module.css';
import { type RuleLine, ruleLines, useRuleDetails } from './rule-lines';

/** Rule Code Details: one rule line, and a tester for the whole rule. */
export default function RuleForm(props: CustomFormProps) {
  const { t } = useTranslation();
  const { form, mode } = props;
  const { ruleCode, keywordType, sequenceNo } = form.values;
  const details = useRuleDetails(props.definition, typeof ruleCode === 'string' ? ruleCode : null);

  const openWorkbench = useOpenWorkbench(props.definition);
  const isNumbered = mode === 'edit' || (typeof sequenceNo === 'string' && sequenceNo !== '');
  const next = details.isReady ? details.nextSequence : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a rule was chosen and its lines are known
  useEffect(() => {
    if (!isNumbered && next) form.set({ sequenceNo: String(next) });
  }, [ruleCode, next]);

  return (
    <CustomSections>
      <CustomSection title={t('ui.form.rule.line')} about={t('ui.form.rule.lineAbout')}>
        <Fields {...props} names={['ruleCode', 'sequenceNo', 'keywordType']} wide={['keywordType']} />
        {keywordType === 'REGEX' ? (
          <PatternField {...props} />
        ) : keywordType === 'MASK' ? (
          <MaskField {...props} />
        ) : (
          <KeywordRows {...props} />
        )}
        <Fields
          {...props}
          names={['keywordLength']}
          hints={{ keywordLength: t('ui.form.rule.lengthHint') }}
        />
      </CustomSection>
      <CustomSection title={t('ui.form.rule.tester')} about={t('ui.form.rule.testerAbout')}>
        <RuleTester {...props} stored={details.records} />
        {openWorkbench && typeof ruleCode === 'string' && ruleCode !== '' && (
          <Button
            variant="default"
            className="self-start"
            leftSection={<IconFlask size={16} aria-hidden />}
            onClick={() => openWorkbench(ruleCode)}
          >
            {t('ui.ruleWorkbench.open')}
          </Button>
        )}
      </CustomSection>
    </CustomSections>
  );
}

const tints: Record<string, string> = { pass: 'tint-ok', fail: 'tint-bad' };

interface RuleTesterProps extends CustomFormProps {
  stored: MasterRecord[];
}

/** Paste a document's text and see which rule line matches what. Nothing leaves the browser. */
function RuleTester({ form, stored }: RuleTesterProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, 250);
  const lines = useMemo(() => ruleLines(stored, form.values), [stored, form.values]);
  const test = useRuleTest(lines, text);
  return (
    <div className="grid gap-12">
      <Textarea
        label={t('ui.form.rule.sample')}
        placeholder={t('ui.form.rule.sampleHint')}
        autosize
        minRows={4}
        maxRows={12}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="status">
        {test.state === 'slow' && (
          <p className="py-12 px-16 tint-warn m-0 text-13 rounded">{t('ui.form.rule.slow')}</p>
        )}
        {test.state === 'done' && <Verdict results={test.results} text={text} />}
      </div>
      <ul className={`${classes.results} clipped grid card plain-list lines`}>
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
    <p className={`py-12 px-16 m-0 text-13 rounded ${tints[verdict] ?? 'tint-warn'}`}>
      <b>{t(`ui.form.rule.verdict.${verdict}`)}</b> {t(message)}
    </p>
  );
}

const outcomeTints = { pass: 'tint-ok', fail: 'tint-bad', open: 'tint-neutral muted' };
const ICONS = { pass: IconCheck, fail: IconX, open: IconMinus };

/** One rule line: what it looks for and, given a text, what it found. */
function ResultLine({ line, result }: { line: RuleLine; result: DetailResult | undefined }) {
  const { t } = useTranslation();
  const outcome = result ? (result.passes ? 'pass' : 'fail') : 'open';
  const Icon = ICONS[outcome];
  return (
    <li className={`${classes.result} grid gap-8 text-13`} data-own={line.isOwn || undefined}>
      <span className={`${classes.mark} round middle ${outcomeTints[outcome]}`}>
        <Icon size={14} role="img" aria-label={t(`ui.form.rule.outcome.${outcome}`)} />
      </span>
      <div className={classes.what}>
        <p>
          <b>{line.sequenceNo || '–'}</b>
          <span className="px-8 text-12 tint-neutral pill-shape">{line.keywordType}</span>
          <span className="narrow break">
            {line.keywordType === 'MASK' ? line.characterMask : line.keywords.replaceAll('|', ' · ')}
          </span>
          {line.isOwn && <em>{t('ui.form.rule.own')}</em>}
        </p>
        {result && <Finding line={line} result={result} />}
      </div>
    </li>
  );
}

function Finding({ line, result }: { line: RuleLine; result: DetailResult }) {
  const { t } = useTranslation();
  if (result.fault) return <p className="text-12 muted break">{t(`ui.form.rule.fault.${result.fault}`)}</p>;
  const found = result.evidence.map((evidence) => `“${evidence.found.replace(/\s+/g, ' ')}”`).join(', ');
  const missing = result.missing.join(', ');
  const showsMissing = !result.passes && missing !== '' && line.keywordType !== 'NONE';
  return (
    <p className="text-12 muted break">
      {found ? t('ui.form.rule.found', { found }) : t('ui.form.rule.nothing')}
      {showsMissing && found !== '' && ` ${t('ui.form.rule.missing', { missing })}`}
    </p>
  );
}

interface HighlightedTextProps {
  text: string;
  lines: RuleLine[];
  results: DetailResult[];
}

/** The text with every match marked, and the number of the rule line that found it. */
function HighlightedText({ text, lines, results }: HighlightedTextProps) {
  const { t } = useTranslation();
  const parts = highlights(readable(text), results);
  return (
    <figure className={`${classes.figure} m-0`}>
      <figcaption>{t('ui.form.rule.where')}</figcaption>
      <div className={`${classes.highlighted} card py-12 px-16 text-13 break surface`}>
        {parts.map(({ start, text: part, by }) =>
          by === null ? (
            <span key={start}>{part}</span>
          ) : (
            <mark key={start} data-bad={lines[by]?.keywordType === 'NONE' || undefined}>
              {part}
              <sup>{lines[by]?.sequenceNo}</sup>
            </mark>
          ),
        )}
      </div>
    </figure>
  );
}

interface Part {
  start: number;
  text: string;
  /** Index of the rule line that found it. */
  by: number | null;
}

/** Splits the text at its matches; of two overlapping ones the first wins. */
export function highlights(text: string, results: DetailResult[]): Part[] {
  const finds = results.flatMap((result, by) =>
    result.evidence.map(({ start, end }) => ({ start, end, by })),
  );
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end, by } of finds.sort((left, right) => left.start - right.start)) {
    if (start < at) continue;
    if (start > at) parts.push({ start: at, text: text.slice(at, start), by: null });
    parts.push({ start, text: text.slice(start, end), by });
    at = end;
  }
  if (at < text.length) parts.push({ start: at, text: text.slice(at), by: null });
  return parts;
}

type RuleTest =
  | { state: 'idle' | 'slow'; results: DetailResult[] }
  | { state: 'done'; results: DetailResult[] };

/** An expression that takes longer is aborted together with its worker. */
const PATIENCE_MS = 1500;
const NOTHING: RuleTest = { state: 'idle', results: [] };

/** Tests the lines in a worker, so that a bad expression cannot freeze the page. */
function useRuleTest(lines: RuleLine[], text: string): RuleTest {
  const [test, setTest] = useState<RuleTest>(NOTHING);

  useEffect(() => {
    if (!text.trim()) return setTest(NOTHING);
    if (typeof Worker === 'undefined') {
      return setTest({ state: 'done', results: lines.map((line) => matchDetail(line, text)) });
    }
    const worker = new Worker(new URL('./rule-worker', import.meta.url), { type: 'module' });
    const stop = () => {
      clearTimeout(timer);
      worker.terminate();
    };
    const giveUp = () => {
      stop();
      setTest({ state: 'slow', results: [] });
    };
    const timer = setTimeout(giveUp, PATIENCE_MS);
    worker.onerror = giveUp;
    worker.onmessage = (event: MessageEvent<DetailResult[]>) => {
      stop();
      setTest({ state: 'done', results: event.data });
    };
    worker.postMessage({ lines, text });
    return stop;
  }, [lines, text]);

  return test;
}
