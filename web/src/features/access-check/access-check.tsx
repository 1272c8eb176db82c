import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconShieldQuestion } from '@tabler/icons-react';
import { EmptyState } from '@/components/empty-state';
import { LoadFailed } from '@/components/load-failed';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import classes from './access-check.module.css';
import { bodyOf, type Question, readQuestion, writeQuestion } from './question';
import { QuestionForm } from './question-form';
import { useWhy } from './use-why';
import { Verdict } from './verdict';

/** Explains why a user can or cannot do something. Opened from the users list; `check` in the address names the user. */
export function AccessCheck() {
  const { t } = useTranslation();
  const [search, change] = useUrlState();
  const question = readQuestion(search);
  const ask = (patch: Partial<Question>) =>
    change(writeQuestion({ ...question, ...patch }), { replace: true });
  const leave = () => {
    const gone = Object.keys(writeQuestion(question)).map((name) => [name, undefined]);
    change(Object.fromEntries(gone), { replace: false });
  };
  return (
    <>
      <div className={`${classes.head} flex wrap between align-top`}>
        <div>
          <h1 className={classes.title}>{t('ui.accessCheck.title')}</h1>
          <p className={classes.about}>{t('ui.accessCheck.about')}</p>
        </div>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={leave}>
          {t('resource.usermaster.many')}
        </Button>
      </div>
      <div className={classes.split}>
        <QuestionForm question={question} onAsk={ask} />
        <Answer question={question} />
      </div>
    </>
  );
}

function Answer({ question }: { question: Question }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useWhy(question);
  if (!bodyOf(question)) {
    return (
      <EmptyState
        icon={<IconShieldQuestion size={24} stroke={1.75} aria-hidden />}
        title={t('ui.accessCheck.start')}
        text={t('ui.accessCheck.startText')}
      />
    );
  }
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data || isFetching) return <Skeleton height={360} radius="lg" />;
  return <Verdict why={data} />;
}
