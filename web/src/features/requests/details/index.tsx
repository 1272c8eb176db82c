import type { ScreenInfo } from '@/lib/session';
import { useReference } from '../request-routes';
import { LoadedRequest } from '../shared/loaded-request';
import { Details } from './details';

/** Everything about a request; its documents are reviewed here. */
export default function TransactionDetails({ screen }: { screen: ScreenInfo }) {
  const txnRefNo = useReference(screen);
  return (
    <LoadedRequest key={txnRefNo} txnRefNo={txnRefNo} screenId={screen.screenCode}>
      {(request) => <Details request={request} screen={screen} />}
    </LoadedRequest>
  );
}
