import type { ScreenInfo } from '@/lib/session';
import { useReference } from '../request-routes';
import { LoadedRequest } from '../shared/loaded-request';
import { RequestPage } from './request-page';

/** The page of a request: Document Request Overview and Transaction Details both open it. */
export default function RequestScreen({ screen }: { screen: ScreenInfo }) {
  const txnRefNo = useReference(screen);
  return (
    <LoadedRequest key={txnRefNo} txnRefNo={txnRefNo} screenId={screen.screenCode}>
      {(request) => <RequestPage request={request} screen={screen} />}
    </LoadedRequest>
  );
}
