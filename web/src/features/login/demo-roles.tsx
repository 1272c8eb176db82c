import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { FormMessage } from '@/components/form';
import { messageOf } from '@/lib/api';
import { useTranslation } from '@/lib/wording';
import { type Credentials, type LoginStep, logIn, newCaptcha } from './log-in';
import classes from './login.module.css';

/** The entities and users that every demo has. */
const entities = [
  { entityCode: 'NGB', tenantCode: 'RETAIL', name: 'Northgate Bank' },
  { entityCode: 'KALVI', tenantCode: 'MAIN', name: 'Kalvi Overseas' },
];
const users = ['BANKER1', 'CHECKER1', 'ADMIN', 'VIEWER'] as const;

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
    <section
      className={`${classes.demo} full mt-16 card p-20 grid gap-12`}
      aria-label={t('ui.login.demo.title')}
    >
      <div>
        <h2 className="m-0 text-15 strong">{t('ui.login.demo.title')}</h2>
        <p className="m-0 mt-2 text-13 muted">{t('ui.login.demo.text')}</p>
      </div>
      {fault && <FormMessage tone="bad">{fault}</FormMessage>}
      {entities.map(({ entityCode, tenantCode, name }) => (
        <div key={entityCode} className="grid gap-6">
          <h3 className="m-0 text-13 medium muted">{name}</h3>
          <div className={`${classes.roles} grid gap-8`}>
            {users.map((userId) => (
              <Button
                key={userId}
                variant="default"
                loading={busy === `${entityCode} ${userId}`}
                disabled={busy !== ''}
                aria-label={t('ui.login.demo.as', { role: t(`ui.login.demo.role.${userId}`), entity: name })}
                onClick={() => void enter(entityCode, tenantCode, userId)}
              >
                {t(`ui.login.demo.role.${userId}`)}
              </Button>
            ))}
          </div>
        </div>
      ))}
      <a className="text-link inline-row gap-6 text-13" href="/demo/mailbox">
        <IconMail size={16} stroke={1.75} aria-hidden />
        {t('ui.login.demo.mailbox')}
      </a>
    </section>
  );
}
