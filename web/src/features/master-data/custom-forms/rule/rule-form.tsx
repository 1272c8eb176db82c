import { Box, Button, Center, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconFlask, IconMinus, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { CustomSection, CustomSections } from '@/components/custom-forms/custom-section';
import looks from '@/lib/theme/looks.module.css';
import { tint } from '@/lib/theme/tint';
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
        <Fields {...props} names={['keywordLength']} hints={{ keywordLength: t('ui.form.rule.lengthHint') }} />
      </CustomSection>
      <CustomSection title={t('ui.form.rule.tester')} about={t('ui.form.rule.testerAbout')}>
        <RuleTester {...props} stored={details.records} />
        {openWorkbench && typeof ruleCode === 'string' && ruleCode !== '' && (
          <Button
            variant="default"
            className={looks.selfStart}
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
    <Stack gap={12}>
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
          <Text px={16} py={12} fz="sm" c="var(--warn)" bg="var(--warn-tint)" bdrs="md">
            {t('ui.form.rule.slow')}
          </Text>
        )}
        {test.state === 'done' && <Verdict results={test.results} text={text} />}
      </div>
      <ul className={`${classes.results} ${looks.plainList} ${looks.card} ${looks.lines} ${looks.clipped}`}>
        {lines.map((line, at) => (
          <ResultLine key={line.sequenceNo} line={line} result={text.trim() ? test.results[at] : undefined} />
        ))}
      </ul>
      {text.trim() !== '' && test.state === 'done' && (
        <HighlightedText text={text} lines={lines} results={test.results} />
      )}
    </Stack>
  );
}

function Verdict({ results, text }: { results: DetailResult[]; text: string }) {
  const { t } = useTranslation();
  const verdict = verdictOf(results, text);
  if (verdict === 'unreadable') return null;
  const message = verdict === 'pass' ? 'message.EnTxn0044' : 'message.EnTxn0055';
  return (
    <Text px={16} py={12} fz="sm" bdrs="md" {...tint(verdict === 'pass' ? 'ok' : 'bad')}>
      <b>{t(`ui.form.rule.verdict.${verdict}`)}</b> {t(message)}
    </Text>
  );
}

const tones = { pass: 'ok', fail: 'bad', open: 'neutral' } as const;
const ICONS = { pass: IconCheck, fail: IconX, open: IconMinus };

/** One rule line: what it looks for and, given a text, what it found. */
function ResultLine({ line, result }: { line: RuleLine; result: DetailResult | undefined }) {
  const { t } = useTranslation();
  const outcome = result ? (result.passes ? 'pass' : 'fail') : 'open';
  const Icon = ICONS[outcome];
  return (
    <Box component="li" className={classes.result} fz="sm" data-own={line.isOwn || undefined}>
      <Center component="span" w={20} h={20} {...tint(tones[outcome])} bdrs="50%">
        <Icon size={14} role="img" aria-label={t(`ui.form.rule.outcome.${outcome}`)} />
      </Center>
      <div className={classes.what}>
        <p>
          <b>{line.sequenceNo || '–'}</b>
          <Box component="span" px={8} fz="xs" bg="var(--neutral-tint)" bdrs="var(--radius-pill)">
            {line.keywordType}
          </Box>
          <Box component="span" className={looks.break} miw={0}>
            {line.keywordType === 'MASK' ? line.characterMask : line.keywords.replaceAll('|', ' · ')}
          </Box>
          {line.isOwn && <em>{t('ui.form.rule.own')}</em>}
        </p>
        {result && <Finding line={line} result={result} />}
      </div>
    </Box>
  );
}

function Finding({ line, result }: { line: RuleLine; result: DetailResult }) {
  const { t } = useTranslation();
  if (result.fault)
    return (
      <Box component="p" className={looks.break} fz="xs" c="dimmed">
        {t(`ui.form.rule.fault.${result.fault}`)}
      </Box>
    );
  const found = result.evidence.map((evidence) => `“${evidence.found.replace(/\s+/g, ' ')}”`).join(', ');
  const missing = result.missing.join(', ');
  const showsMissing = !result.passes && missing !== '' && line.keywordType !== 'NONE';
  return (
    <Box component="p" className={looks.break} fz="xs" c="dimmed">
      {found ? t('ui.form.rule.found', { found }) : t('ui.form.rule.nothing')}
      {showsMissing && found !== '' && ` ${t('ui.form.rule.missing', { missing })}`}
    </Box>
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
    <Box component="figure" className={classes.figure} m={0}>
      <figcaption>{t('ui.form.rule.where')}</figcaption>
      <Box
        className={`${classes.highlighted} ${looks.card} ${looks.break}`}
        px={16}
        py={12}
        fz="sm"
        bg="var(--surface)"
      >
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
      </Box>
    </Box>
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
  const finds = results.flatMap((result, by) => result.evidence.map(({ start, end }) => ({ start, end, by })));
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

type RuleTest = { state: 'idle' | 'slow'; results: DetailResult[] } | { state: 'done'; results: DetailResult[] };

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
