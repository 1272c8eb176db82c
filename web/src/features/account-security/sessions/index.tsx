import { Button } from '@mantine/core';
import { confirm, toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';
import classes from '../account-security.module.css';
import { Section } from '../section';
import { SessionRow } from './session-row';
import { type OwnSession, useSessions } from './use-sessions';

/** The user's active sessions, each can be ended. */
export function Sessions({ onEnded }: { onEnded(): void }) {
  const { t } = useTranslation();
  const { data = [], isPending, error, refetch, end, isEnding, reload } = useSessions();
  const hasOthers = data.some(({ current }) => !current);

  const endOne = async ({ sessionId, current }: OwnSession, name: string) => {
    if (!(await confirm(current ? 'endCurrent' : 'endSession', name))) return;
    const isDone = await end({ sessionId });
    if (isDone && current) return onEnded();
    if (isDone) toast(t('ui.sessions.ended'));
    await reload();
  };
  const endOthers = async () => {
    if (!(await confirm('endOthers'))) return;
    if (await end({ others: true })) toast(t('ui.sessions.endedOthers'));
    await reload();
  };
  return (
    <Section
      title={t('ui.sessions.title')}
      about={t('ui.sessions.about')}
      isPending={isPending}
      error={data.length > 0 ? null : error}
      onRetry={() => void refetch()}
      action={
        hasOthers && (
          <Button variant="default" disabled={isEnding} onClick={() => void endOthers()}>
            {t('ui.sessions.others')}
          </Button>
        )
      }
    >
      <ul className="plain-list">
        {data.map((each) => (
          <SessionRow
            key={each.sessionId}
            session={each}
            isBusy={isEnding}
            onEnd={(name) => void endOne(each, name)}
          />
        ))}
      </ul>
      {!hasOthers && <p className={`${classes.note} text-13 muted`}>{t('ui.sessions.alone')}</p>}
    </Section>
  );
}
