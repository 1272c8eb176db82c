import { Box, Button, Center, Stack, Text, Textarea } from '@mantine/core';
import { IconCheck, IconFlask, IconMinus, IconX } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { CustomSection, CustomSections } from '@/components/custom-forms/custom-section';
import { FormMessage } from '@/components/form';
import { fieldsOf, messageOf } from '@/lib/api';
import looks from '@/lib/theme/looks.module.css';
import { tint } from '@/lib/theme/tint';
import { useTranslation } from '@/lib/wording';
import type { MasterRecord } from '../../model/definition';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';
import { KeywordRows, MaskField, PatternField } from './keyword-rows';
import { useOpenWorkbench } from './open-workbench';
import classes from './rule.module.css';
import { type RuleLine, ruleLines, useRuleDetails } from './rule-lines';
import { highlights, type LineResult, useTextTest } from './rule-text';
import { errorsOf } from './workbench/model';

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

/** Paste a document's text and see which rule line matches what. */
function RuleTester({ form, stored }: RuleTesterProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const lines = useMemo(() => ruleLines(stored, form.values), [stored, form.values]);
  const isAsked = text.trim() !== '';
  // An expression is checked before there is a text.
  const hasPattern = lines.some(({ isOwn, keywordType, keywords }) => isOwn && keywordType === 'REGEX' && keywords);
  const { data, error, isCurrent } = useTextTest(lines, text, isAsked || Boolean(hasPattern));
  const faults = error ? errorsOf(fieldsOf(error)) : [];
  const results = isAsked && data && !error && data.details.length === lines.length ? data.details : undefined;
  return (
    <Stack gap={12}>
      <Textarea
        label={t('ui.form.rule.sample')}
        placeholder={t('ui.form.rule.sampleHint')}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div role="status">
        {error && faults.length === 0 && <FormMessage>{messageOf(error)}</FormMessage>}
        {results && data && <Verdict isPass={data.verdict === 'Pass'} />}
      </div>
      <ul className={`${classes.results} ${looks.plainList} ${looks.card} ${looks.lines} ${looks.clipped}`}>
        {lines.map((line, at) => (
          <ResultLine
            key={line.sequenceNo}
            line={line}
            result={results?.[at]}
            fault={faults[at] && Object.values(faults[at])[0]}
          />
        ))}
      </ul>
      {results && isCurrent && <HighlightedText text={text} lines={lines} results={results} />}
    </Stack>
  );
}

function Verdict({ isPass }: { isPass: boolean }) {
  const { t } = useTranslation();
  return (
    <Text px={16} py={12} fz="sm" bdrs="md" {...tint(isPass ? 'ok' : 'bad')}>
      <b>{t(`ui.form.rule.verdict.${isPass ? 'pass' : 'fail'}`)}</b>{' '}
      {t(isPass ? 'message.EnTxn0044' : 'message.EnTxn0055')}
    </Text>
  );
}

const tones = { pass: 'ok', fail: 'bad', open: 'neutral' } as const;
const ICONS = { pass: IconCheck, fail: IconX, open: IconMinus };

interface ResultLineProps {
  line: RuleLine;
  result: LineResult | undefined;
  /** Why the line cannot be used. */
  fault: string | undefined;
}

/** One rule line: what it looks for and, given a text, what it found. */
function ResultLine({ line, result, fault }: ResultLineProps) {
  const { t } = useTranslation();
  const outcome = result ? (result.isMatched ? 'pass' : 'fail') : fault ? 'fail' : 'open';
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
        {(result || fault) && (
          <Box component="p" className={looks.break} fz="xs" c="dimmed">
            {fault ?? (result && findingOf(t, line, result))}
          </Box>
        )}
      </div>
    </Box>
  );
}

function findingOf(t: TFunction, line: RuleLine, { isMatched, found, missing }: LineResult) {
  if (found.length === 0) return t('ui.form.rule.nothing');
  const text = t('ui.form.rule.found', { found: found.map((each) => `“${each}”`).join(', ') });
  if (isMatched || missing.length === 0 || line.keywordType === 'NONE') return text;
  return `${text} ${t('ui.form.rule.missing', { missing: missing.join(', ') })}`;
}

interface HighlightedTextProps {
  text: string;
  lines: RuleLine[];
  results: LineResult[];
}

/** The text with every match marked, and the number of the rule line that found it. */
function HighlightedText({ text, lines, results }: HighlightedTextProps) {
  const { t } = useTranslation();
  const parts = highlights(text, results);
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
