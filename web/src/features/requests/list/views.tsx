import { Box, CloseButton, Popover, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Form, missing, SubmitButton, useForm } from '@/components/form';
import { ToolButton } from '@/components/icon-button';
import { type ListActions, type ListAddress, type ListState, narrowing, readState } from '@/components/list';
import { messageOf } from '@/lib/api';
import { confirm, toast } from '@/lib/feedback';
import looks from '@/lib/theme/looks.module.css';
import { parseSearch, stringifySearch } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { removeView, type SavedView, saveView, viewsOf } from '../data/calls';
import { useKeys } from '../data/use-request';
import classes from './list.module.css';

interface Props {
  screenCode: string;
  address: ListAddress;
  state: ListState;
  list: ListActions;
  isPhone: boolean;
}

/** The user's saved views: search, filters and order. */
export function ViewMenu({ screenCode, address, state, list, isPhone }: Props) {
  const { t } = useTranslation();
  const [opened, { toggle, close }] = useDisclosure(false);
  const { data, error, refetch } = useViews(screenCode, opened);
  const label = t('ui.requests.view.title');
  const show = ({ query }: SavedView) => {
    const { sort, q, filters } = readState({ show: 'all', ...parseSearch(query) }, address);
    list.show({ sort, q, filters });
    close();
  };
  const forget = async ({ name }: SavedView) => {
    if (!(await confirm('deleteView', name))) return;
    await removeView(name, { screenId: screenCode, failure: 'popup' }).catch(() => undefined);
    void refetch();
  };
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={300} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ToolButton Icon={IconBookmark} label={label} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown className={`${classes.views} ${looks.scrollY}`} aria-label={label}>
        {error && (
          <Text fz="sm" c="dimmed">
            {messageOf(error)}
          </Text>
        )}
        {data?.length === 0 && (
          <Text fz="sm" c="dimmed">
            {t('ui.requests.view.none')}
          </Text>
        )}
        <ul className={`${classes.viewList} ${looks.plainList}`}>
          {data?.map((view) => (
            <li key={view.name}>
              <Box
                type="button"
                component="button"
                className={`${classes.view} ${looks.clipped}`}
                flex={1}
                miw={0}
                p={8}
                fw={500}
                bdrs="md"
                onClick={() => show(view)}
              >
                {view.name}
              </Box>
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

interface FormProps {
  screenCode: string;
  state: ListState;
  names: string[];
  onSaved(): void;
}

const mostLetters = 50;

/** Saves the current filters under a name. An existing name is replaced. */
function ViewForm({ screenCode, state, names, onSaved }: FormProps) {
  const { t } = useTranslation();
  const form = useForm({
    blank: { name: '' },
    check: ({ name }) => missing(name.trim() ? [] : ['name'], () => t('ui.requests.view.name')),
    run: async ({ name }) => {
      const query = stringifySearch(narrowing(state)).replace(/^\?/, '');
      await saveView({ name: name.trim(), query }, { screenId: screenCode });
      toast(t('ui.requests.view.saved', { name: name.trim() }));
      form.restart();
      onSaved();
    },
  });
  return (
    <Form form={form} className={`${classes.viewForm} ${looks.lineAbove}`}>
      <TextInput
        {...form.text('name')}
        label={t('ui.requests.view.save')}
        placeholder={t('ui.requests.view.name')}
        maxLength={mostLetters}
      />
      <SubmitButton form={form} variant="default">
        {t(names.includes(form.values.name.trim()) ? 'ui.requests.view.replace' : 'ui.common.save')}
      </SubmitButton>
    </Form>
  );
}
