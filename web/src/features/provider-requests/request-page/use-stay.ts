import { useEffect } from 'react';
import { confirm } from '@/lib/feedback';

/** Asks before running uploads are lost by closing the tab or following a link. */
export function useStay(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = async (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[href^="/"]');
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      if (!(await confirm('discard'))) return;
      stop();
      link.click();
    };
    const stop = () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return stop;
  }, [isBusy]);
}
