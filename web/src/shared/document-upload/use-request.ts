import { useCallback, useEffect, useRef, useState } from 'react';
import { onRequestChange } from '@/lib/live';
import { useGoOn } from '@/lib/loaded';
import { type DocRequest, findRequest, type Remark, remarksOf } from '@/lib/requests';
import { useOnLanguageChange } from '@/lib/wording';

/** Several changes at once are read once. */
const soon = 300;

interface State {
  request?: DocRequest;
  failed: boolean;
  error?: unknown;
}

/** A request with its remarks, read again when it was changed elsewhere and whenever the page regains focus. */
export function useRequest(txnRefNo: string) {
  const [state, setState] = useState<State>({ failed: false });
  const [remarks, setRemarks] = useState<Remark[]>([]);
  /** Incremented by every local change, so that an older answer does not undo it. */
  const age = useRef(0);

  const readRemarks = useCallback(async () => {
    // The page still works without remarks.
    const all = await remarksOf(txnRefNo).catch(() => undefined);
    if (all) setRemarks(all);
  }, [txnRefNo]);
  const read = useCallback(
    async (isQuiet: boolean) => {
      age.current += 1;
      const mine = age.current;
      if (!isQuiet) setState({ failed: false });
      try {
        const request = await findRequest(txnRefNo);
        if (mine === age.current) setState({ request, failed: false });
      } catch (error) {
        if (mine === age.current && !isQuiet) setState({ failed: true, error });
      }
    },
    [txnRefNo],
  );
  useGoOn(state.error, async () => {
    const request = await findRequest(txnRefNo, { quiet: true, failure: 'inline' });
    setState({ request, failed: false });
    void readRemarks();
  });
  useEffect(() => {
    void read(false);
    void readRemarks();
    const onShow = () => {
      if (document.visibilityState !== 'visible') return;
      void read(true);
      void readRemarks();
    };
    document.addEventListener('visibilitychange', onShow);
    return () => {
      age.current += 1;
      document.removeEventListener('visibilitychange', onShow);
    };
  }, [read, readRemarks]);

  const isChecking = state.request?.parties.some(({ documents }) =>
    documents.some(({ verification }) => verification.verdict === 'Waiting'),
  );
  useEffect(() => {
    if (!isChecking) return;
    const timer = setInterval(() => void read(true), 3_000);
    return () => clearInterval(timer);
  }, [isChecking, read]);

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = onRequestChange((change) => {
      if (change && change.txnRefNo !== txnRefNo) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        void read(true);
        void readRemarks();
      }, soon);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  }, [txnRefNo, read, readRemarks]);

  useOnLanguageChange(() => void read(true));

  const change = useCallback((how: (before: DocRequest) => DocRequest) => {
    age.current += 1;
    setState((before) => (before.request ? { ...before, request: how(before.request) } : before));
  }, []);
  const reload = useCallback(() => read(false), [read]);
  return { ...state, remarks, change, reload, readRemarks };
}
