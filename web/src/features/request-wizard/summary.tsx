import { Box, Flex, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { useMasterName } from './data/use-masters';
import { documentCount, isAuthorised, type WizardValues } from './model/values';
import classes from './wizard.module.css';
import { labelOf } from './words';

interface Props {
  values: WizardValues;
  expiresOn: string | undefined;
}

/** A live summary of the request. */
export const Summary = memo(function Summary({ values, expiresOn }: Props) {
  const { t } = useTranslation();
  const { date, number } = useFormats();
  const { customer, notification, parties } = values;
  const category = useMasterName('requestCategory', customer.requestCategory);
  const sub = useMasterName('requestSubCategory', customer.requestSubCategory, {
    categoryCode: customer.requestCategory,
  });
  const purpose = useMasterName('requestPurpose', customer.requestPurpose);
  const documents = documentCount(values);
  const people = parties.filter((party) => !isAuthorised(party)).length;
  const rows = [
    ['customerName', labelOf(t, 'customerName'), customer.customerName.trim()],
    ['requestCategory', labelOf(t, 'requestCategory'), [category, sub].filter(Boolean).join(' · ')],
    ['requestPurpose', labelOf(t, 'requestPurpose'), purpose],
    ['parties', t('ui.wizard.summary.parties'), number(people)],
    ['documents', t('ui.wizard.summary.documents'), documents > 0 ? number(documents) : ''],
    ['due', labelOf(t, 'documentDueDate'), notification.documentDueDate && date(notification.documentDueDate)],
    ['expiry', t('ui.wizard.summary.expiry'), expiresOn && date(expiresOn)],
  ];
  return (
    <Box component="section" className={looks.card} px={20} py={16} aria-label={t('ui.wizard.summary.title')}>
      <Text component="h2" mb={8} fz="lg" fw={600}>
        {t('ui.wizard.summary.title')}
      </Text>
      <Flex component="dl" className={classes.facts} direction="column" gap={8} m={0} fz="sm">
        {rows.map(([name, label, value]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{value || t('ui.wizard.summary.none')}</dd>
          </div>
        ))}
      </Flex>
    </Box>
  );
});

export const stepNames = ['customer', 'parties', 'notification'] as const;

interface StepNamesProps {
  /** From 0; the final review belongs to the last step. */
  step: number;
  /** The furthest step reached: earlier ones can be revisited. */
  reached: number;
  onGo(step: number): void;
}

const stateOf = (at: number, step: number) => (at < step ? 'done' : at === step ? 'now' : 'ahead');

/** The three steps as a list; phones show only the progress. */
export function StepsList({ step, reached, onGo }: StepNamesProps) {
  const { t } = useTranslation();
  const now = Math.min(step, stepNames.length - 1);
  return (
    <nav aria-label={t('ui.wizard.steps')} className={classes.steps}>
      <ol className={looks.plainList}>
        {stepNames.map((name, at) => (
          <Box key={name} component="li" className={classes.step} pos="relative" data-state={stateOf(at, now)}>
            <Flex
              type="button"
              component="button"
              className={`${classes.stepButton} ${looks.plainButton}`}
              align="flex-start"
              gap={12}
              w="100%"
              p={0}
              bdrs="md"
              onClick={() => onGo(at)}
              disabled={at > reached || (at === now && step === now)}
              aria-current={at === now ? 'step' : undefined}
            >
              <span className={classes.stepMark} aria-hidden>
                {at < now ? <IconCheck size={15} stroke={2.6} /> : at + 1}
              </span>
              <Flex component="span" direction="column" miw={0}>
                <Box component="span" className={classes.stepName} fz="sm" fw={600}>
                  {t(`ui.wizard.step.${name}`)}
                </Box>
                <Box component="span" fz="xs" c="dimmed">
                  {t(`ui.wizard.hint.${name}`)}
                </Box>
              </Flex>
            </Flex>
          </Box>
        ))}
      </ol>
    </nav>
  );
}

/** The progress on phones. */
export function StepProgress({ step }: { step: number }) {
  const { t } = useTranslation();
  const count = stepNames.length;
  const now = Math.min(step + 1, count);
  const text = t('ui.wizard.progress', { step: now, count });
  return (
    <div className={classes.progress}>
      <span>{text}</span>
      <progress className={classes.bar} value={now} max={count} aria-label={text} />
    </div>
  );
}
