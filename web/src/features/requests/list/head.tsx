import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconDots,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconPlus,
  IconSquareCheck,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { table } from '@/components/table';
import { useMay } from '@/lib/permissions';
import { useTranslation } from '@/lib/wording';
import type { ListState } from '../model/list-state';
import { useExport } from './use-export';

interface Props {
  screenCode: string;
  title: string;
  state: ListState;
  total: number | undefined;
  /** Link to the wizard, for users who may create requests. */
  create: string | undefined;
  isPhone: boolean;
  onSelect?(): void;
}

/** Title, description, and actions for the list as a whole. */
export function Head({ screenCode, title, state, total, create, isPhone, onSelect }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isExporting, start } = useExport(state, screenCode);
  const mayExport = useMay('export');
  // The order is mentioned only while it applies.
  const isNewestFirst = screenCode === 'SD-BNK-005' && state.sort === '-createdOn';
  const files = (
    <>
      <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={() => void start('csv')}>
        {t('ui.requests.export.csv')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={() => void start('xlsx')}
      >
        {t('ui.requests.export.xlsx')}
      </Menu.Item>
    </>
  );
  return (
    <div className={table.head}>
      <h1 className={table.title}>{title}</h1>
      <div className={table.actions}>
        {isPhone && (mayExport || onSelect) && (
          <Menu position="bottom-end" width={240}>
            <Menu.Target>
              <ActionIcon variant="default" size={44} aria-label={t('ui.common.more')} loading={isExporting}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {onSelect && (
                <Menu.Item leftSection={<IconSquareCheck size={16} aria-hidden />} onClick={onSelect}>
                  {t('ui.master.selectSeveral')}
                </Menu.Item>
              )}
              {mayExport && files}
            </Menu.Dropdown>
          </Menu>
        )}
        {!isPhone && mayExport && (
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <Button
                variant="default"
                disabled={total === 0}
                loading={isExporting}
                leftSection={<IconDownload size={16} aria-hidden />}
                rightSection={<IconChevronDown size={14} aria-hidden />}
              >
                {t('ui.common.export')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>{files}</Menu.Dropdown>
          </Menu>
        )}
        {create && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-keyshortcuts="n"
            aria-label={t('ui.requests.create')}
            onClick={() => void navigate({ to: create })}
          >
            {t(isPhone ? 'ui.requests.createShort' : 'ui.requests.create')}
          </Button>
        )}
      </div>
      <p className={table.about}>{t(`ui.requests.about.${isNewestFirst ? 'newest' : screenCode}`)}</p>
    </div>
  );
}
