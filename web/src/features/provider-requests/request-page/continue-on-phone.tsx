import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWidth } from '@/lib/width';

const PhoneDialog = lazy(() => import('./phone-dialog'));

/** On a computer: shows the code with which a phone opens the same request. */
export function ContinueOnPhone({ txnRefNo }: { txnRefNo: string }) {
  const { t } = useTranslation();
  const isComputer = useWidth('(min-width: 641px) and (pointer: fine)');
  const [isOpen, setIsOpen] = useState(false);
  if (!isComputer) return null;
  return (
    <>
      <Button
        variant="default"
        mb={20}
        leftSection={<IconDeviceMobile size={18} stroke={1.75} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('ui.provider.phone.button')}
      </Button>
      {isOpen && (
        <Suspense>
          <PhoneDialog txnRefNo={txnRefNo} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
