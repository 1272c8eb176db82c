import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { onToast, type Toast } from '@/lib/feedback';
import classes from './portal.module.css';

const icons = { good: IconCheck, info: IconInfoCircle, bad: IconAlertCircle };
const shownFor = 4_000;

/** One line at the bottom of the page; the staff notifications would outweigh the portal's own pages. */
export function PortalToast() {
  const [toast, setToast] = useState<Toast | null>(null);
  useEffect(() => onToast(setToast), []);
  useEffect(() => {
    const timer = toast && setTimeout(() => setToast(null), shownFor);
    return () => clearTimeout(timer ?? undefined);
  }, [toast]);
  const Icon = icons[toast?.tone ?? 'good'];
  return (
    <div role="status" className={classes.toastPlace}>
      {toast && (
        <p className={classes.toast} data-tone={toast.tone ?? 'good'}>
          <Icon size={18} stroke={2} aria-hidden />
          {toast.message}
        </p>
      )}
    </div>
  );
}
