import { Button, Flex, Stack } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSubmit, WaitMessage } from '@/components/form';
import classes from '../login.module.css';
import { beginSignOn, leaveFor, type Provider } from './journey';

interface Props {
  entityCode: string;
  tenantCode: string;
  providers: Provider[];
  /** Beside the form, or in place of it. */
  isAlone: boolean;
}

/** One button per provider of the entity; named only where there are several. */
export function SsoButtons({ entityCode, tenantCode, providers, isAlone }: Props) {
  const { t } = useTranslation();
  const submission = useSubmit();
  const leave = (appCode: string) =>
    submission.run(
      async () => leaveFor(await beginSignOn({ entityCode, tenantCode, appCode })),
      () => false,
    );
  return (
    <Stack gap={12}>
      {!isAlone && (
        <Flex component="p" className={classes.or} align="center" gap={12} m={0} fz="sm" c="dimmed">
          {t('ui.login.or')}
        </Flex>
      )}
      {submission.message && <WaitMessage message={submission.message} until={submission.waitUntil} />}
      {providers.map(({ appCode, hostName }) => (
        <Button
          key={appCode}
          variant={isAlone ? 'filled' : 'default'}
          fullWidth
          classNames={{ root: classes.ssoButton, label: classes.ssoLabel }}
          leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
          loading={submission.busy}
          disabled={submission.isHeld}
          onClick={() => void leave(appCode)}
        >
          {providers.length > 1 ? t('ui.login.ssoAt', { host: hostName }) : t('ui.login.sso')}
        </Button>
      ))}
    </Stack>
  );
}
