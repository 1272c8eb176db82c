import type { DocRequest, RequestDocument } from '@/lib/requests';
import { ActionDialog } from './action-dialog';
import { useActions } from './use-actions';

interface Props {
  action: 'notrequired' | 'removedocument' | null;
  document: RequestDocument;
  request: DocRequest;
  screenId: string;
  onClose(): void;
}

/** Asks before a document is no longer asked for. */
export default function DocumentDialog({ action, document, request, screenId, onClose }: Props) {
  const { run, renew } = useActions(request, screenId);
  const { documentNo, documentTitle } = document;
  return (
    <ActionDialog
      action={action}
      name={documentTitle}
      requests={[request]}
      run={() => run(action as string, { documentNo })}
      onStale={renew}
      onClose={onClose}
    />
  );
}
