import { ActionIcon, Menu } from '@mantine/core';
import { IconCircleOff, IconDots, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useOnce } from '@/lib/on-demand';
import type { DocRequest, RequestDocument } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import classes from './overview.module.css';

const DocumentDialog = lazy(() => import('../actions/document-dialog'));

interface Props {
  document: RequestDocument;
  request: DocRequest;
  screenId: string;
}

export type DocumentDoing = 'notrequired' | 'removedocument';

/** The actions the server lists for this document besides its review. */
export function DocumentMenu({ document, request, screenId }: Props) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<DocumentDoing | null>(null);
  const isUsed = useOnce(doing !== null);
  const { allowed, documentTitle } = document;
  const items = [
    { action: 'notrequired', Icon: IconCircleOff },
    { action: 'removedocument', Icon: IconTrash },
  ] as const;
  const possible = items.filter(({ action }) => allowed.includes(action));
  if (possible.length === 0) return <span className={classes.noMenu} />;
  return (
    <span className={classes.menu}>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.dots}
            aria-label={t('ui.master.actionsFor', { name: documentTitle })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {possible.map(({ action, Icon }) => (
            <Menu.Item
              key={action}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => setDoing(action)}
            >
              {t(`ui.requests.action.${action}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {isUsed && (
          <DocumentDialog
            action={doing}
            document={document}
            request={request}
            screenId={screenId}
            onClose={() => setDoing(null)}
          />
        )}
      </Suspense>
    </span>
  );
}
