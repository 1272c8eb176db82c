import { useEffect } from 'react';
import { confirm } from '@/lib/feedback';

/** Asks before files that are still on their way are lost: by closing the tab, or by a link of the page. */
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
