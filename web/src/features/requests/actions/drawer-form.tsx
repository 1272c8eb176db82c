import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { FormMessage } from '@/components/form-message';
import { SideDrawer } from '@/components/side-drawer';
import { focusStart } from '@/lib/field-focus';
import { useTranslation } from '@/lib/wording';
import classes from './actions.module.css';

interface Props {
  opened: boolean;
  title: string;
  sub?: string;
  yes: string;
  form: {
    root: RefObject<HTMLFormElement | null>;
    message: string;
    busy: boolean;
    submit(): Promise<void>;
    close(): Promise<void>;
  };
  children: ReactNode;
}

/** A form in the drawer with sticky buttons. */
export function DrawerForm({ opened, title, sub, yes, form, children }: Props) {
  const { t } = useTranslation();
  return (
    <SideDrawer opened={opened} onClose={() => void form.close()} title={title} sub={sub}>
      <form
        ref={form.root}
        className={`${classes.drawerForm} column grow`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <div className={`${classes.fields} column grow gap-16`}>
          {form.message && <FormMessage>{form.message}</FormMessage>}
          {children}
          <FocusStart root={form.root} />
        </div>
        <footer className={`${classes.footer} flex at-end gap-8 line-above`}>
          <Button variant="default" onClick={() => void form.close()}>
            {t('ui.common.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {yes}
          </Button>
        </footer>
      </form>
    </SideDrawer>
  );
}

/** Mounted with the drawer's content, which appears a moment after it opens. */
function FocusStart({ root }: Pick<Props['form'], 'root'>) {
  useEffect(() => focusStart(root.current), [root]);
  return null;
}
