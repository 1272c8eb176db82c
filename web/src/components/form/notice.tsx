import { Alert, Button, Group } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './drawer-form.module.css';

interface Action {
  label: string;
  onClick(): void;
}

interface Props {
  tone: 'info' | 'warn' | 'bad';
  icon: ReactNode;
  title?: string;
  children: ReactNode;
  /** Neither announced at once nor scrolled to. */
  isQuiet?: boolean;
  /** The first of several is the main one. */
  actions?: Action[];
}

/** Something about a whole form: a failure, a change by another user, restored input. */
export function FormNotice({ tone, icon, title, children, isQuiet, actions = [] }: Props) {
  const isGrave = tone !== 'info' && !isQuiet;
  const root = useRef<HTMLDivElement>(null);
  // The button that caused it may be far down the page.
  useEffect(() => {
    if (isGrave) root.current?.scrollIntoView({ block: 'center' });
  }, [isGrave]);
  return (
    <Alert
      ref={root}
      className={`${classes.notice} mb-16`}
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
