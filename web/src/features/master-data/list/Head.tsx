import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconPlus, IconSquareCheck, IconUpload } from '@tabler/icons-react';
import { memo } from 'react';
import { table } from '@/components/table';
import { useTranslation } from '@/lib/wording';
import type { Definition } from '../model/definition';
import type { Opening } from '../model/url-state';
import type { Rights } from './types';

interface Props {
  definition: Definition;
  title: string;
  rights: Rights;
  isPhone: boolean;
  isExporting: boolean;
  open(what: Opening): void;
  onExport(): void;
  onSelect(): void;
}

/** Title, what the screen is for, and what can be done with the list as a whole. */
export const Head = memo(function Head({ definition, title, rights, isPhone, ...on }: Props) {
  const { t } = useTranslation();
  const one = t(`resource.${definition.resource}.one`);
  return (
    <div className={table.head}>
      <h1 className={table.title}>{title}</h1>
      <div className={table.actions}>
        {isPhone ? (
          <Extras definition={definition} rights={rights} {...on} />
        ) : (
          <Buttons definition={definition} rights={rights} {...on} />
        )}
        {rights.edit && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => on.open('new')}
            aria-keyshortcuts="n"
          >
            {t('ui.master.new', { one })}
          </Button>
        )}
      </div>
      <p className={table.about}>{t(`resource.${definition.resource}.about`)}</p>
    </div>
  );
});

/** The server would refuse what is not shown. */
const mayImport = ({ definition, rights }: Pick<Props, 'definition' | 'rights'>) =>
  rights.edit && definition.imports !== false;
const mayExport = ({ definition }: Pick<Props, 'definition'>) => definition.exports !== false;

type Extra = Pick<Props, 'definition' | 'rights' | 'isExporting' | 'open' | 'onExport' | 'onSelect'>;

function Buttons({ definition, rights, isExporting, open, onExport }: Extra) {
  const { t } = useTranslation();
  return (
    <>
      {mayImport({ definition, rights }) && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => open('import')}
        >
          {t('ui.common.import')}
        </Button>
      )}
      {mayExport({ definition }) && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isExporting}
          onClick={onExport}
        >
          {t('ui.common.export')}
        </Button>
      )}
    </>
  );
}

/** On a phone the rarer actions share one button. */
function Extras({ definition, rights, open, onExport, onSelect }: Extra) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={44} aria-label={t('ui.common.more')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {rights.delete && (
          <Menu.Item leftSection={<IconSquareCheck size={16} aria-hidden />} onClick={onSelect}>
            {t('ui.master.selectSeveral')}
          </Menu.Item>
        )}
        {mayImport({ definition, rights }) && (
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={() => open('import')}>
            {t('ui.common.import')}
          </Menu.Item>
        )}
        {mayExport({ definition }) && (
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={onExport}>
            {t('ui.common.export')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
