import type { ScreenInfo } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { QueueList } from './queue-list';
import { QueueReview } from './queue-review';

/** What waits for the user over all requests: a list, or one document of it with its decision. */
export default function ReviewQueue({ screen }: { screen: ScreenInfo }) {
  const [{ txn, doc }] = useUrlState();
  return txn ? <QueueReview screen={screen} txnRefNo={txn} doc={doc} /> : <QueueList screen={screen} />;
}
