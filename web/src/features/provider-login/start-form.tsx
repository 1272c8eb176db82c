import { useTranslation } from 'react-i18next';
import { Form, FormMessage, missing, PlainField, SubmitButton, useForm } from '@/components/form';
import { isAddress } from '@/lib/check';
import type { DomainEntity } from '@/lib/host-entity';
import { t as now } from '@/lib/wording';
import { EntityField } from '@/shared/entity-field';
import { type Pending, plainId, startLogin } from './calls';

interface Props {
  hostEntity: DomainEntity | null | undefined;
  /** False on an address of its own: the entity is not a question. */
  mayChoose: boolean;
  linkFailed: boolean;
  onPending(pending: Pending): void;
}

export function StartForm({ hostEntity, mayChoose, linkFailed, onPending }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    blank: { entityCode: hostEntity?.entityCode ?? '', userId: '' },
    check: ({ entityCode, userId }) => ({
      ...(mayChoose && !entityCode && missing(['entityCode'], () => now('ui.login.entity'), 'select')),
      ...(!isAddress(plainId(userId)) && { userId: now('message.validUserId') }),
      ...(!userId.trim() && missing(['userId'], () => now('ui.provider.userId'))),
    }),
    run: async ({ entityCode, userId }) => {
      const own = mayChoose ? entityCode : (hostEntity?.entityCode ?? '');
      onPending(await startLogin({ entityCode: own, userId: plainId(userId) }));
    },
  });
  return (
    <Form form={form}>
      {linkFailed && !form.message && <FormMessage>{t('ui.provider.linkGone')}</FormMessage>}
      {mayChoose && <EntityField {...form.choice('entityCode')} />}
      <PlainField
        {...form.text('userId')}
        label={t('ui.provider.userId')}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="send"
      />
      <SubmitButton form={form} fullWidth>
        {t('ui.provider.sendCode')}
      </SubmitButton>
    </Form>
  );
}
