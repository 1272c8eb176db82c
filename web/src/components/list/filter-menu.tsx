import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, type ReactNode } from 'react';
import { IconButton } from '@/components/icon-button';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { retryImport, usePreload } from '@/lib/on-demand';
import { useTranslation } from '@/lib/wording';
import classes from './list.module.css';

const load = () => retryImport(() => import('./filter-popover'));
const FilterPopover = lazy(load);

export interface Props {
  isPhone: boolean;
  /** Number of active filters. */
  count: number;
  width: number;
  onClear(): void;
  /** The fields; they may load when the menu opens. */
  children: ReactNode;
}

/** All filters of a list in one menu. */
export function FilterMenu(props: Props) {
  const { t } = useTranslation();
  const { isPhone, count } = props;
  usePreload(load);
  const button: MenuButton = (trigger) => {
    const look = { ...trigger, variant: 'default', 'data-filters': true };
    if (isPhone) {
      return (
        <IconButton Icon={IconAdjustmentsHorizontal} {...look} size={44} label={t('ui.master.filters')}>
          {count > 0 && <span className={classes.dot} />}
        </IconButton>
      );
    }
    return (
      <Button {...look} leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
        {t('ui.master.filters')}
        {count > 0 && <span className={classes.count}>{count}</span>}
      </Button>
    );
  };
  return (
    <LazyMenu kind="dialog" button={button}>
      <FilterPopover {...props} button={button} />
    </LazyMenu>
  );
}
