import { ActionIcon, Button, CloseButton, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/lib/api';
import { confirm } from '@/lib/feedback';
import { parseSearch } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { removeView, type SavedView, viewsOf } from '../data/calls';
import { useKeys } from '../data/keys';
import { kindOf, sorts } from '../model/columns';
import { type ListState, readState } from '../model/list-state';
import classes from './list.module.css';
import { ViewForm } from './view-form';

interface Props {
  screenCode: string;
  state: ListState;
  go(next: ListState): void;
  isPhone: boolean;
}

/** The user's saved views: search, filters and order. */
export function ViewMenu({ screenCode, state, go, isPhone }: Props) {
  const { t } = useTranslation();
  const [opened, { toggle, close }] = useDisclosure(false);
  const { data, error, refetch } = useViews(screenCode, opened);
  const label = t('ui.requests.view.title');
  const show = ({ query }: SavedView) => {
    const { sort, q, filters } = readState(parseSearch(query), sorts, kindOf(screenCode).sort);
    go({ ...state, page: 1, sort, q, filters });
    close();
  };
  const forget = async ({ name }: SavedView) => {
    if (!(await confirm('deleteView', name))) return;
    await removeView(name, { screenId: screenCode, failure: 'popup' }).catch(() => undefined);
    void refetch();
  };
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-end"
      width={300}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {isPhone ? (
          <ActionIcon variant="default" size={44} aria-label={label} onClick={toggle}>
            <IconBookmark size={18} aria-hidden />
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />} onClick={toggle}>
            {label}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown className={`${classes.views} column gap-12`} aria-label={label}>
        {error && <p className="m-0 text-13 muted">{messageOf(error)}</p>}
        {data?.length === 0 && <p className="m-0 text-13 muted">{t('ui.requests.view.none')}</p>}
        <ul className={`${classes.viewList} plain-list`}>
          {data?.map((view) => (
            <li key={view.name}>
              <button
                type="button"
                className={`${classes.view} p-8 clipped grow narrow medium rounded`}
                onClick={() => show(view)}
              >
                {view.name}
              </button>
              <CloseButton
                size={isPhone ? 44 : 28}
                iconSize={14}
                aria-label={t('ui.requests.view.forget', { name: view.name })}
                onClick={() => void forget(view)}
              />
            </li>
          ))}
        </ul>
        <ViewForm
          screenCode={screenCode}
          state={state}
          names={data?.map(({ name }) => name) ?? []}
          onSaved={() => void refetch()}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function useViews(screenId: string, isWanted: boolean) {
  const keys = useKeys();
  return useQuery({
    queryKey: [...keys.views, screenId],
    enabled: isWanted,
    queryFn: async ({ signal }) => (await viewsOf({ signal, screenId })).content,
  });
}
