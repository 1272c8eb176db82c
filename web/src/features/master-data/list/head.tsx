import { ActionIcon, Button } from '@mantine/core';
import { IconDots, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { memo } from 'react';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { table } from '@/components/table';
import { useTranslation } from '@/lib/wording';
import type { Definition } from '../model/definition';
import type { Opening } from '../model/url-state';
import { ExtraItems } from './menus';
import { mayExport, mayImport, type Rights } from './types';

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

/** Title, description, and actions for the list as a whole. */
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

export type Extra = Pick<Props, 'definition' | 'rights' | 'isExporting' | 'open' | 'onExport' | 'onSelect'>;

function Buttons({ definition, rights, isExporting, open, onExport }: Extra) {
  const { t } = useTranslation();
  return (
    <>
      {mayImport(definition, rights) && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => open('import')}
        >
          {t('ui.common.import')}
        </Button>
      )}
      {mayExport(definition) && (
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
function Extras(props: Extra) {
  const { t } = useTranslation();
  const button: MenuButton = (trigger) => (
    <ActionIcon {...trigger} variant="default" size={44} aria-label={t('ui.common.more')}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <LazyMenu kind="menu" button={button}>
      <ExtraItems {...props} button={button} />
    </LazyMenu>
  );
}
