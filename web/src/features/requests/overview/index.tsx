import type { ScreenInfo } from '@/lib/session';
import { useReference } from '../request-routes';
import { LoadedRequest } from '../shared/loaded-request';
import { Overview } from './overview';

/** Who owes what, and what comes next: a whole request on one page. */
export default function RequestOverview({ screen }: { screen: ScreenInfo }) {
  const txnRefNo = useReference(screen);
  return (
    <LoadedRequest key={txnRefNo} txnRefNo={txnRefNo} screenId={screen.screenCode}>
      {(request) => <Overview request={request} screenId={screen.screenCode} />}
    </LoadedRequest>
  );
}
