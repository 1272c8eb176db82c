import { Box, Button, Flex, Skeleton, Text } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconShieldQuestion, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { call, options, type Row } from '@/lib/api';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import classes from './access-check.module.css';
import { bodyOf, type Question, QuestionForm, readQuestion, writeQuestion } from './question-form';

/** Explains why a user can or cannot do something. Opened from the users list; `check` in the address names the user. */
export function AccessCheck() {
  const { t } = useTranslation();
  const [search, change] = useUrlState();
  const question = readQuestion(search);
  const ask = (patch: Partial<Question>) => change(writeQuestion({ ...question, ...patch }), { replace: true });
  const leave = () => {
    const gone = Object.keys(writeQuestion(question)).map((name) => [name, undefined]);
    change(Object.fromEntries(gone), { replace: false });
  };
  return (
    <>
      <Flex gap="8px 16px" mb={20} wrap="wrap" justify="space-between" align="start">
        <div>
          <Text component="h1" fz={22} fw={600} lh={1.4}>
            {t('ui.accessCheck.title')}
          </Text>
          <Text maw="68ch" mt={4} c="dimmed" inherit>
            {t('ui.accessCheck.about')}
          </Text>
        </div>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={leave}>
          {t('resource.usermaster.many')}
        </Button>
      </Flex>
      <div className={classes.split}>
        <QuestionForm question={question} onAsk={ask} />
        <Answer question={question} />
      </div>
    </>
  );
}

function Answer({ question }: { question: Question }) {
  const { data, error, isFetching, refetch } = useWhy(question);
  if (!bodyOf(question)) {
    return <EmptyState Icon={IconShieldQuestion} words="ui.accessCheck.start" />;
  }
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data || isFetching) return <Skeleton height={360} radius="lg" />;
  return <Verdict why={data} />;
}

/** Yes or no in one line, then the steps that led there. */
export function Verdict({ why }: { why: Why }) {
  const { t } = useTranslation();
  const said = t(why.allowed ? 'ui.accessCheck.allowed' : 'ui.accessCheck.refused', { user: why.userId });
  return (
    <section aria-live="polite">
      <Flex
        className={classes.verdict}
        align="start"
        gap={12}
        px={20}
        py={16}
        bdrs="var(--radius-card)"
        data-allowed={why.allowed}
      >
        <Mark passed={why.allowed} />
        <div>
          <h2>{said}</h2>
          <p>
            {why.roles.length > 0
              ? t('ui.accessCheck.roles', { roles: why.roles.join(', ') })
              : t('ui.accessCheck.noRoles')}
          </p>
        </div>
      </Flex>
      <Box component="ol" className={`${looks.card} ${looks.lines} ${looks.noBullets}`} m={0} mt={16} p={0}>
        {why.steps.map((step) => (
          <StepLine key={step.step} step={step} decides={step.step === why.decides} />
        ))}
      </Box>
    </section>
  );
}

function Mark({ passed }: { passed: boolean }) {
  const { t } = useTranslation();
  const Icon = passed ? IconCheck : IconX;
  const name = t(passed ? 'ui.accessCheck.passed' : 'ui.accessCheck.failed');
  return (
    <Box component="span" className={classes.mark} flex="none" data-passed={passed} role="img" aria-label={name}>
      <Icon size={16} stroke={2.25} aria-hidden />
    </Box>
  );
}

function StepLine({ step, decides }: { step: Step; decides: boolean }) {
  const { t } = useTranslation();
  return (
    <Flex
      component="li"
      className={classes.step}
      align="start"
      gap={12}
      px={20}
      py={16}
      data-decides={decides || undefined}
    >
      <Mark passed={step.passed} />
      <Box className={classes.words} miw={0}>
        <h3>
          {t(`ui.accessCheck.step.${step.step}`)}
          {decides && (
            <Box component="span" bg="var(--bad-tint)" px={8} fz="xs" fw={500} c="var(--bad)" bdrs="var(--radius-pill)">
              {t('ui.accessCheck.decides')}
            </Box>
          )}
        </h3>
        <p>{t(`ui.accessCheck.reason.${step.reason}`)}</p>
        <p className={classes.records}>
          {t(step.passed ? 'ui.accessCheck.recordIs' : 'ui.accessCheck.recordMissing')}
          {': '}
          {step.records.map((record) => (
            <RecordName key={`${record.resource} ${record.key.join(' ')}`} record={record} />
          ))}
        </p>
      </Box>
    </Flex>
  );
}

/** The record by kind and key; a link where the user has its screen. */
function RecordName({ record }: { record: Deciding }) {
  const { t } = useTranslation();
  const screen = useAuth().screens.find(({ resource }) => resource === record.resource);
  const name = `${t(`resource.${record.resource}.one`)} ${record.key.join(' · ')}`;
  if (!screen) return <span className={`${classes.record} ${looks.break}`}>{name}</span>;
  return (
    <Link className={`${classes.record} ${looks.break}`} to={screen.path}>
      {name}
    </Link>
  );
}

export interface Deciding {
  resource: string;
  key: string[];
}

interface Step {
  step: string;
  passed: boolean;
  reason: string;
  records: Deciding[];
}

export interface Why {
  userId: string;
  allowed: boolean;
  /** The first step that denies access. */
  decides: string | null;
  roles: string[];
  level: number;
  steps: Step[];
}

/** Sent in the name of the users screen, whose permission it needs. */
export const screenId = 'SD-SMS-002';

/** The answer to a complete question. Never cached: access may have changed meanwhile. */
function useWhy(question: Question) {
  const { entityCode, userId } = useAuth();
  const body = bodyOf(question);
  return useQuery({
    queryKey: ['why', entityCode, userId, body],
    enabled: body !== undefined,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const place = { area: 'sms', resource: 'usermaster/why' } as const;
      const { data } = await call<Why>({ ...place, body, method: 'POST', screenId, failure: 'inline', signal });
      return data.record as Why;
    },
  });
}

/** Keys and names of a master, for a select. */
export function useChoices(area: 'sms' | 'admin', resource: string, q: string) {
  const { entityCode, userId } = useAuth();
  return useQuery({
    queryKey: ['why-choices', entityCode, userId, resource, q],
    queryFn: ({ signal }) => options<Row>({ area, resource }, q, { screenId, signal }),
    placeholderData: keepPreviousData,
  });
}
