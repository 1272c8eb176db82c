import { Button, Flex, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { ApiError, fieldsOf } from '@/lib/api';
import { confirm } from '@/lib/feedback';
import { useLeaveGuard } from '@/lib/leave-guard';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { SideDrawer } from '../side-drawer';
import classes from './drawer-form.module.css';
import { FocusStart, FormMessage, WaitMessage } from './form';
import { type Errors, useForm } from './use-form';

interface Given<V extends object> {
  /** Another value is another opening; false or null means closed. */
  opened: boolean | string | null;
  blank: V;
  check(values: V): Errors;
  /** False keeps the form open. */
  run(values: V): Promise<unknown>;
  /** Another user was faster: fetches the newest version; the input stays. */
  onStale(): Promise<unknown>;
  onClose(): void;
  /** The server may use a longer path for a field. */
  path?: string;
}

/** A form above the page: unsaved guard, errors under the fields, input kept over a stale version. */
export function useDrawerForm<V extends object>({ opened, blank, check, run, path = '', ...on }: Given<V>) {
  const isOpen = opened !== false && opened !== null;
  const [isStale, setIsStale] = useState(false);
  const form = useForm<V>({
    blank,
    check,
    run: async (values) => {
      setIsStale(false);
      try {
        if ((await run(values)) === false) return;
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        await on.onStale();
        return setIsStale(true);
      }
      form.restart(values);
      on.onClose();
    },
    errorsOf: (error) => {
      const found = Object.entries(fieldsOf(error)).map(([name, text]) => [name.replace(path, ''), text]);
      return Object.fromEntries(found.filter(([name]) => String(name) in blank));
    },
  });
  useLeaveGuard(() => isOpen && form.isDirty(), form.restart);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets on opening only
  useEffect(() => {
    if (!isOpen) return;
    form.restart(blank);
    form.clear();
    setIsStale(false);
  }, [opened]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter while the drawer closes would submit a second time.
    if (isOpen) void form.submit();
  };
  const close = async () => {
    if (form.busy || (form.isDirty() && !(await confirm('discard')))) return;
    form.restart();
    on.onClose();
  };
  return { ...form, isStale, submit, close };
}

type DrawerFormState<V extends object> = ReturnType<typeof useDrawerForm<V>>;

type Failure = Pick<DrawerFormState<object>, 'isStale' | 'message' | 'waitUntil'>;

/** What is wrong with the form as a whole. */
export function DrawerMessage({ isStale, message, waitUntil }: Failure) {
  const { t } = useTranslation();
  if (isStale) return <FormMessage tone="info">{t('ui.requests.stale')}</FormMessage>;
  return message ? <WaitMessage message={message} until={waitUntil} /> : null;
}

interface Props {
  opened: boolean;
  title: string;
  sub?: string;
  yes: string;
  form: Failure & Pick<DrawerFormState<object>, 'root' | 'busy' | 'submit' | 'close'>;
  children: ReactNode;
}

/** A form in the drawer with sticky buttons. */
export function DrawerForm({ opened, title, sub, yes, form, children }: Props) {
  const { t } = useTranslation();
  return (
    <SideDrawer opened={opened} onClose={() => void form.close()} title={title} sub={sub}>
      <form ref={form.root} className={classes.form} noValidate onSubmit={form.submit}>
        <Stack className={`${classes.body} ${looks.scrollY}`} gap={16} flex={1}>
          <DrawerMessage {...form} />
          {children}
          <FocusStart root={form.root} />
        </Stack>
        <Flex
          component="footer"
          className={`${classes.footer} ${looks.lineAbove}`}
          justify="flex-end"
          gap={8}
          py={12}
          bg="var(--page)"
        >
          <Button variant="default" onClick={() => void form.close()}>
            {t('ui.common.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {yes}
          </Button>
        </Flex>
      </form>
    </SideDrawer>
  );
}
