import { Button, Text } from '@mantine/core';
import { IconLinkOff, IconMail } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form, missing, PlainField, SubmitButton, useForm } from '@/components/form';
import { PublicCard, PublicFoot, PublicFrame } from '@/components/public-page';
import { ApiError, call, fieldsOf } from '@/lib/api';
import { type DomainEntity, useHostEntity } from '@/lib/host-entity';
import looks from '@/lib/theme/looks.module.css';
import { t as now } from '@/lib/wording';
import { EntityField, useShownEntity } from '@/shared/entity-field';
import { checkNewPassword, NewPassword } from '@/shared/new-password';

export function ResetPage({ onDone }: { onDone(): void }) {
  const { t } = useTranslation();
  const hostEntity = useHostEntity();
  const [resetToken] = useState(() => tokenOf(window.location.hash));
  const [isGone, setIsGone] = useState(resetToken === '');
  const [owner, setOwner] = useState<LinkOwner>();
  useEffect(() => {
    // Any other failure shows when the password is sent.
    if (resetToken) checkLink(resetToken).then(setOwner, (error) => isLinkGone(error) && setIsGone(true));
  }, [resetToken]);
  return (
    <PublicFrame hostEntity={hostEntity}>
      {isGone ? (
        <Gone />
      ) : (
        <PublicCard
          title={owner?.invited ? t('ui.reset.inviteTitle', { userName: owner.userName }) : t('ui.reset.resetTitle')}
          text={owner?.invited ? t('ui.reset.inviteText', { userId: owner.userId }) : t('ui.reset.resetText')}
          banner={hostEntity?.banner}
        >
          <ResetForm resetToken={resetToken} onDone={onDone} onGone={() => setIsGone(true)} />
        </PublicCard>
      )}
      <BackToLogin />
    </PublicFrame>
  );
}

/** An administrator set the password: the user must choose another first. */
export function ChangePassword(props: FormProps) {
  const { t } = useTranslation();
  return (
    <PublicCard title={t('ui.reset.changeTitle')} text={t('ui.reset.changeText')}>
      <ResetForm {...props} />
    </PublicCard>
  );
}

function Gone() {
  const { t } = useTranslation();
  return (
    <PublicCard
      icon={<IconLinkOff size={22} stroke={1.75} aria-hidden />}
      title={t('ui.reset.goneTitle')}
      text={t('ui.reset.goneText')}
    >
      <Button component="a" href="/auth/forgot" fullWidth>
        {t('ui.reset.goneAgain')}
      </Button>
    </PublicCard>
  );
}

interface FormProps {
  resetToken: string;
  onDone(): void;
  onGone(): void;
}

function ResetForm({ resetToken, onDone, onGone }: FormProps) {
  const { t } = useTranslation();
  const form = useForm({
    blank: { password: '', repeat: '' },
    check: checkNewPassword,
    run: async ({ password }) => {
      await resetPassword({ resetToken, password });
      onDone();
    },
    onFailed: (error) => {
      const isGone = isLinkGone(error);
      if (isGone) onGone();
      return isGone;
    },
  });
  return (
    <Form form={form}>
      <NewPassword form={form} />
      <SubmitButton form={form} fullWidth>
        {t('ui.reset.submit')}
      </SubmitButton>
    </Form>
  );
}

export function ForgotPage() {
  const { t } = useTranslation();
  const hostEntity = useHostEntity();
  const shown = useShownEntity(hostEntity);
  const [sentTo, setSentTo] = useState('');
  return (
    <PublicFrame hostEntity={shown}>
      {sentTo ? (
        <Sent userId={sentTo} onAgain={() => setSentTo('')} />
      ) : (
        <PublicCard title={t('ui.reset.forgotTitle')} text={t('ui.reset.forgotText')} banner={hostEntity?.banner}>
          <ForgotForm hostEntity={hostEntity} onSent={setSentTo} />
        </PublicCard>
      )}
      <BackToLogin />
    </PublicFrame>
  );
}

function BackToLogin() {
  const { t } = useTranslation();
  return (
    <PublicFoot>
      <a className={looks.textLink} href="/auth">
        {t('ui.reset.back')}
      </a>
    </PublicFoot>
  );
}

/** The same for every user id: nobody learns which users exist. */
function Sent({ userId, onAgain }: { userId: string; onAgain(): void }) {
  const { t } = useTranslation();
  return (
    <PublicCard
      icon={<IconMail size={22} stroke={1.75} aria-hidden />}
      title={t('ui.reset.sentTitle')}
      text={t('ui.reset.sentText', { userId })}
    >
      <Text fz="sm" c="dimmed">
        {t('ui.reset.sentNone')}
      </Text>
      <Button variant="default" fullWidth onClick={onAgain} data-autofocus>
        {t('ui.reset.sentAgain')}
      </Button>
    </PublicCard>
  );
}

interface ForgotProps {
  hostEntity: DomainEntity | null | undefined;
  onSent(userId: string): void;
}

function ForgotForm({ hostEntity, onSent }: ForgotProps) {
  const { t } = useTranslation();
  const form = useForm({
    blank: { entityCode: '', userId: '' },
    check: ({ entityCode, userId }) => ({
      ...(!hostEntity && !entityCode && missing(['entityCode'], () => now('ui.login.entity'), 'select')),
      ...(!userId.trim() && missing(['userId'], () => now('ui.login.userId'))),
    }),
    run: async ({ entityCode, userId }) => {
      await askForLink({ entityCode: hostEntity?.entityCode ?? entityCode, userId: userId.trim() });
      onSent(userId.trim());
    },
  });
  return (
    <Form form={form}>
      {!hostEntity && <EntityField {...form.choice('entityCode')} />}
      <PlainField
        {...form.text('userId')}
        label={t('ui.login.userId')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitButton form={form} fullWidth>
        {t('ui.reset.send')}
      </SubmitButton>
    </Form>
  );
}

const openCall = { area: 'sms', anonymous: true, failure: 'inline' } as const;

/** Always succeeds, so that nobody learns which users exist. */
const askForLink = (body: { entityCode: string; userId: string }) =>
  call({ ...openCall, resource: 'usermaster/forgetpassword', body });

interface LinkOwner {
  userId: string;
  userName: string;
  invited: boolean;
}

/** Whose link it is. A link that no longer works is refused. */
async function checkLink(resetToken: string): Promise<LinkOwner | undefined> {
  const { data } = await call<LinkOwner>({
    ...openCall,
    resource: 'usermaster/resetpassword',
    operation: 'F',
    body: { resetToken },
  });
  return data.record;
}

const resetPassword = (body: { resetToken: string; password: string }) =>
  call({ ...openCall, resource: 'usermaster/resetpassword', body });

/** True when the link was refused, not the password. */
export function isLinkGone(error: unknown) {
  if (!(error instanceof ApiError)) return false;
  return [404, 410].includes(error.status) || 'resetToken' in fieldsOf(error);
}

/** The link carries its token after the #, where no server or log sees it. */
const tokenOf = (hash: string) => decodeURIComponent(hash.replace(/^#(?:token=)?/, ''));
