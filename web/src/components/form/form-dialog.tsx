import { Button, Flex, Modal, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useFocusBack } from '@/lib/focus-back';
import { useTranslation } from '@/lib/wording';
import { Form, SubmitButton } from './form';

interface Props {
  title: string;
  text: string;
  form: ComponentProps<typeof Form>['form'];
  yes: string;
  no: string;
  isDangerous?: boolean;
  onClose(): void;
  /** The inputs, if there are any. */
  children?: ReactNode;
}

/** Confirms an action above the page, with its inputs. Mounted while it is open. */
export function FormDialog({ title, text, form, yes, no, isDangerous, onClose, children }: Props) {
  const { t } = useTranslation();
  useFocusBack(true);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      returnFocus={false}
      size={460}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
    >
      <Form form={form}>
        <Text c="dimmed" inherit>
          {text}
        </Text>
        {children}
        <Flex wrap="wrap" justify="flex-end" gap={12} mt={8}>
          <Button variant="default" onClick={onClose}>
            {no}
          </Button>
          <SubmitButton form={form} color={isDangerous ? 'red' : undefined}>
            {yes}
          </SubmitButton>
        </Flex>
      </Form>
    </Modal>
  );
}
