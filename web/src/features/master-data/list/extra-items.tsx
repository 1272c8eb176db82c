import { Menu } from '@mantine/core';
import { IconDownload, IconSquareCheck, IconUpload } from '@tabler/icons-react';
import type { MenuButton } from '@/components/lazy-menu';
import { OpenedMenu } from '@/components/lazy-menu/opened-menu';
import { useTranslation } from '@/lib/wording';
import type { Extra } from './head';
import { mayExport, mayImport } from './types';

type Props = Extra & { button: MenuButton };

export function ExtraItems({ button, definition, rights, open, onExport, onSelect }: Props) {
  const { t } = useTranslation();
  return (
    <OpenedMenu button={button} position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Dropdown>
        {rights.delete && (
          <Menu.Item leftSection={<IconSquareCheck size={16} aria-hidden />} onClick={onSelect}>
            {t('ui.master.selectSeveral')}
          </Menu.Item>
        )}
        {mayImport(definition, rights) && (
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={() => open('import')}>
            {t('ui.common.import')}
          </Menu.Item>
        )}
        {mayExport(definition) && (
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={onExport}>
            {t('ui.common.export')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </OpenedMenu>
  );
}
