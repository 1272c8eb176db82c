import { useState } from 'react';

/** Runs a call whose failure the client shows itself: busy while it runs, and then whether it succeeded. */
export function useBusy() {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (act: () => Promise<unknown>) => {
    setIsBusy(true);
    const isDone = await act().then(
      () => true,
      () => false,
    );
    setIsBusy(false);
    return isDone;
  };
  return [isBusy, run] as const;
}
