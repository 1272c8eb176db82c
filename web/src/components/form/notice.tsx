import { Alert, Button, Group } from '@mantine/core';
import { IconAlertCircle, IconHistory, IconRefreshAlert } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '@/lib/wording';
import classes from './drawer-form.module.css';

interface Action {
  label: string;
  onClick(): void;
}

interface Props {
  tone: 'info' | 'warn' | 'bad';
  icon?: ReactNode;
  title?: string;
  children: ReactNode;
  /** Neither announced at once nor scrolled to. */
  isQuiet?: boolean;
  /** The first of several is the main one. */
  actions?: Action[];
}

const icons = {
  info: <IconHistory aria-hidden />,
  warn: <IconRefreshAlert aria-hidden />,
  bad: <IconAlertCircle aria-hidden />,
};

/** Something about a whole form: a failure, a change by another user, restored input. */
export function FormNotice({ tone, icon = icons[tone], title, children, isQuiet, actions = [] }: Props) {
  const isGrave = tone !== 'info' && !isQuiet;
  const root = useRef<HTMLDivElement>(null);
  // The button that caused it may be far down the page.
  useEffect(() => {
    if (isGrave) root.current?.scrollIntoView({ block: 'center' });
  }, [isGrave]);
  return (
    <Alert
      ref={root}
      className={classes.notice}
      mb={16}
      data-tone={tone}
      icon={icon}
      title={title}
      role={isGrave ? 'alert' : 'status'}
    >
      {children}
      {actions.length > 0 && (
        <Group gap={8} mt={12}>
          {actions.map(({ label, onClick }, at) => (
            <Button
              key={label}
              size="xs"
              variant={at === 0 && actions.length > 1 ? 'filled' : 'default'}
              onClick={onClick}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </Alert>
  );
}

interface StaleProps {
  /** The path of the texts: those of a request are not those of a record. */
  words: 'ui.master' | 'ui.wizard';
  onKeep(): void;
  onReload(): void;
}

/** Another user changed the record in the meantime. */
export function StaleNotice({ words, onKeep, onReload }: StaleProps) {
  const { t } = useTranslation();
  const actions = [
    { label: t(`${words}.stale.keep`), onClick: onKeep },
    { label: t(`${words}.stale.reload`), onClick: onReload },
  ];
  return (
    <FormNotice tone="warn" title={t('message.stale')} actions={actions}>
      {t(`${words}.stale.about`)}
    </FormNotice>
  );
}

/** The form shows input from before a reload. */
export function RestoredNotice({ onStartOver }: { onStartOver(): void }) {
  const { t } = useTranslation();
  return (
    <FormNotice tone="info" actions={[{ label: t('ui.master.startOver'), onClick: onStartOver }]}>
      {t('ui.master.restored')}
    </FormNotice>
  );
}
