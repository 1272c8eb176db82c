import { Skeleton } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { toast } from '@/lib/feedback';
import { can } from '@/lib/permissions';
import { type DocRequest, pathOfRequest } from '@/lib/requests';
import { type ScreenInfo, useAuth } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { originOf, useOrigin } from './use-origin';
import { Wizard } from './wizard';
import classes from './wizard.module.css';

/** Create Request: new, cloned, a renewal, or an edit of a stored one. */
export default function RequestWizard({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const auth = useAuth();
  const navigate = useNavigate();
  const [url] = useUrlState();
  const origin = originOf(url);
  const { loaded, error, refetch, reload } = useOrigin(origin);
  const title =
    origin.kind === 'new'
      ? t(`screen.${screen.screenCode}`)
      : t(`ui.wizard.${origin.kind}Title`, { ...origin });

  const onDone = (request: DocRequest, isSent: boolean) => {
    toast(t(isSent ? 'ui.wizard.sent' : 'ui.wizard.kept', { reference: request.txnRefNo }));
    navigate({ to: pathOfRequest(auth, request.txnRefNo) ?? '/auth/home' });
  };
  const from = pathOfRequest(auth, origin.reference) ?? '/auth/home';
  const leave = () => void navigate({ to: from });
  if (!can(screen, 'edit')) {
    return (
      <>
        <h1 className={`${classes.title} grow narrow`}>{title}</h1>
        <EmptyState title={t('ui.wizard.viewOnly.title')} text={t('ui.wizard.viewOnly.text')} />
      </>
    );
  }
  if (error) {
    return (
      <>
        <h1 className={`${classes.title} grow narrow`}>{title}</h1>
        <LoadFailed error={error} onRetry={refetch} />
      </>
    );
  }
  if (!loaded) return <Outline title={title} />;
  if (loaded.locked) {
    return (
      <>
        <h1 className={`${classes.title} grow narrow`}>{title}</h1>
        <EmptyState
          title={t('ui.wizard.notEditable.title')}
          text={t('ui.wizard.notEditable.text', { status: t(`status.${loaded.locked}`) })}
        >
          <Link to={from} className="text-link">
            {t('ui.wizard.notEditable.link')}
          </Link>
        </EmptyState>
      </>
    );
  }
  return (
    <Wizard
      key={origin.name}
      screenCode={screen.screenCode}
      title={title}
      name={origin.name}
      start={loaded.values}
      base={loaded.base}
      isSent={loaded.isSent}
      renews={loaded.renews}
      hasDocuments={origin.kind !== 'new'}
      reload={reload}
      onDone={onDone}
      onLeave={origin.kind === 'new' ? undefined : leave}
    />
  );
}

function Outline({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className={`${classes.title} grow narrow`}>{title}</h1>
      <div className="fields" role="status" aria-label={t('ui.common.loading')}>
        {Array.from({ length: 10 }, (_, at) => (
          <div key={at}>
            <Skeleton height={12} width="45%" mb={8} mt={16} />
            <Skeleton height={36} />
          </div>
        ))}
      </div>
    </>
  );
}
