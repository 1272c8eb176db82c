import { Button, Flex, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { FormMessage } from '@/components/form';
import { messageOf } from '@/lib/api';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { type Credentials, type LoginStep, logIn, newCaptcha } from './log-in';
import classes from './login.module.css';

/** The entities and users that every demo has. */
const entities = [
  { entityCode: 'NGB', tenantCode: 'RETAIL', name: 'Northgate Bank', requestor: 'BANKER1' },
  { entityCode: 'KALVI', tenantCode: 'MAIN', name: 'Kalvi Overseas', requestor: 'CONSULTANT' },
];
const users = ['BANKER1', 'CHECKER1', 'ADMIN', 'AUDITOR', 'VIEWER'] as const;

interface Props {
  password: string;
  onStep(step: LoginStep, credentials: Credentials): Promise<void>;
}

/** In a demo only: one click logs in as a role. */
export default function DemoRoles({ password, onStep }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState('');
  const [fault, setFault] = useState('');
  const enter = async (entityCode: string, tenantCode: string, userId: string) => {
    setBusy(`${entityCode} ${userId}`);
    try {
      const captcha = await newCaptcha();
      const answer = { captchaId: captcha?.captchaId ?? '', captchaAnswer: captcha?.answer ?? '' };
      const credentials = { entityCode, tenantCode, userId, password, ...answer };
      await onStep(await logIn(credentials), credentials);
    } catch (error) {
      setFault(messageOf(error));
      setBusy('');
    }
  };
  return (
    <Flex
      component="section"
      className={looks.card}
      maw={400}
      direction="column"
      gap={12}
      w="100%"
      mt={16}
      p={20}
      aria-label={t('ui.login.demo.title')}
    >
      <div>
        <Text component="h2" fz="lg" fw={600}>
          {t('ui.login.demo.title')}
        </Text>
        <Text mt={2} fz="sm" c="dimmed">
          {t('ui.login.demo.text')}
        </Text>
      </div>
      {fault && <FormMessage tone="bad">{fault}</FormMessage>}
      {entities.map(({ entityCode, tenantCode, name, requestor }) => (
        <Stack key={entityCode} gap={6}>
          <Text component="h3" fz="sm" fw={500} c="dimmed">
            {name}
          </Text>
          <div className={classes.roles}>
            {users.map((userId) => {
              const role = t(`ui.login.demo.role.${userId === 'BANKER1' ? requestor : userId}`);
              return (
                <Button
                  key={userId}
                  variant="default"
                  loading={busy === `${entityCode} ${userId}`}
                  disabled={busy !== ''}
                  aria-label={t('ui.login.demo.as', { role, entity: name })}
                  onClick={() => void enter(entityCode, tenantCode, userId)}
                >
                  {role}
                </Button>
              );
            })}
          </div>
        </Stack>
      ))}
      <Flex
        component="a"
        className={looks.textLink}
        display="inline-flex"
        align="center"
        gap={6}
        fz="sm"
        href="/demo/mailbox"
      >
        <IconMail size={16} stroke={1.75} aria-hidden />
        {t('ui.login.demo.mailbox')}
      </Flex>
    </Flex>
  );
}
