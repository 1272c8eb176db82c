import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { deviceText } from '@/lib/device';
import { shortMonth } from '@/lib/formats/short-month';
import { useLanguage, useTranslation } from '@/lib/wording';
import classes from '../account-security.module.css';
import type { OwnSession } from './use-sessions';

interface Props {
  session: OwnSession;
  isBusy: boolean;
  /** Called with the device name, for the confirmation. */
  onEnd(name: string): void;
}

const locales = { en: 'en-GB', ta: 'ta-IN' } as const;

function useMoment() {
  const format = new Intl.DateTimeFormat(locales[useLanguage()], {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  return (text: string) => {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? text : shortMonth(format.format(date));
  };
}

const isPhone = (userAgent: string) => /Mobile|Android|iPhone|iPad/.test(userAgent);

export function SessionRow({ session, isBusy, onEnd }: Props) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { current, device: userAgent, createdOn, refreshedOn, endsOn, ipAddress } = session;
  const device = deviceText(t, userAgent);
  const started = moment(createdOn);
  const Icon = isPhone(userAgent) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={`${classes.row} row line-above`}>
      <span className={classes.icon} data-current={current || undefined}>
        <Icon size={19} stroke={1.6} aria-hidden />
      </span>
      <div className="grow narrow">
        <p className={classes.name} title={userAgent}>
          {device}
          {current && (
            <span className={classes.pill} data-tone="ok">
              {t('ui.sessions.current')}
            </span>
          )}
        </p>
        <p className={`${classes.facts} flex wrap text-13 muted`}>
          <span>{ipAddress}</span>
          <span>{t('ui.sessions.started', { time: started })}</span>
          <span>{t('ui.sessions.seen', { time: moment(refreshedOn) })}</span>
          <span>{t('ui.sessions.ends', { time: moment(endsOn) })}</span>
        </p>
      </div>
      <Button
        variant="default"
        size="xs"
        disabled={isBusy}
        aria-label={t('ui.sessions.endNamed', { device, time: started })}
        onClick={() => onEnd(device)}
      >
        {t('ui.sessions.end')}
      </Button>
    </li>
  );
}
