import { ActionIcon, Button } from '@mantine/core';
import type { Icon as IconType } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { table } from '@/components/table';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';

/** Title, description, and actions for the log as a whole. */
export function Head({ screen, children }: { screen: ScreenInfo; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={table.head}>
      <h1 className={table.title}>{t(`screen.${screen.screenCode}`, { defaultValue: screen.title })}</h1>
      {children && <div className={table.actions}>{children}</div>}
      <p className={table.about}>{t(`resource.${screen.resource}.about`)}</p>
    </div>
  );
}

interface ActionProps {
  isPhone: boolean;
  Icon: IconType;
  name: string;
  loading?: boolean;
  disabled?: boolean;
  onClick(): void;
}

/** A labelled button; phones show the icon only. */
export function HeadAction({ isPhone, Icon, name, ...button }: ActionProps) {
  if (isPhone) {
    return (
      <ActionIcon {...button} variant="default" size={44} aria-label={name} title={name}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Button {...button} variant="default" leftSection={<Icon size={16} aria-hidden />}>
      {name}
    </Button>
  );
}
