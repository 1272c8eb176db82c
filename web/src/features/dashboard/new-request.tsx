import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';
import { useTranslation } from '@/lib/wording';

const Anchor = forwardRef<HTMLAnchorElement, AnchorHTMLAttributes<HTMLAnchorElement>>((props, ref) => (
  <Button component="a" ref={ref} leftSection={<IconPlus size={16} aria-hidden />} {...props} />
));
const Way = createLink(Anchor);

export function NewRequest({ to }: { to: string }) {
  const { t } = useTranslation();
  return <Way to={to}>{t('ui.dashboard.newRequest')}</Way>;
}
