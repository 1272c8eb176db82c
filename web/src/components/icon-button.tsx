import { ActionIcon, type ActionIconProps, Button } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentProps, ComponentType } from 'react';
import { useIsPhone } from '@/lib/width';

interface Props extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  Icon: ComponentType<IconProps>;
  iconSize?: number;
  /** Read aloud, and shown on hover. */
  label: string;
}

/** A button that is only an icon. */
export function IconButton({ Icon, iconSize = 18, label, variant = 'subtle', children, ...rest }: Props) {
  const color = variant === 'subtle' ? 'gray' : undefined;
  return (
    <ActionIcon color={color} {...rest} variant={variant} aria-label={label} title={label}>
      <Icon size={iconSize} stroke={1.75} aria-hidden />
      {children}
    </ActionIcon>
  );
}

type ToolProps = Pick<Props, 'Icon' | 'label' | 'loading' | 'disabled' | 'onClick' | 'ref'>;

/** A labelled button; phones show the icon only. */
export function ToolButton({ Icon, label, ...rest }: ToolProps) {
  if (useIsPhone()) return <IconButton {...rest} Icon={Icon} label={label} variant="default" size={44} />;
  return (
    <Button {...rest} variant="default" leftSection={<Icon size={16} aria-hidden />}>
      {label}
    </Button>
  );
}
