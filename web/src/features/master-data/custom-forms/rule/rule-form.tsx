import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useEffect } from 'react';
import { CustomSection, CustomSections } from '@/components/custom-forms/custom-section';
import { useTranslation } from '@/lib/wording';
import { Fields } from '../fields';
import type { CustomFormProps } from '../registry';
import { KeywordRows, MaskField, PatternField } from './keyword-rows';
import { useOpenWorkbench } from './open-workbench';
import { useRuleDetails } from './rule-lines';
import { RuleTester } from './rule-tester';

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
      <CustomSection title={t('ui.rich.rule.line')} about={t('ui.rich.rule.lineAbout')}>
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
          hints={{ keywordLength: t('ui.rich.rule.lengthHint') }}
        />
      </CustomSection>
      <CustomSection title={t('ui.rich.rule.tester')} about={t('ui.rich.rule.testerAbout')}>
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
