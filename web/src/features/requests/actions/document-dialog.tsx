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

/** Confirms the removal of a document, or requests a second person's approval for it. */
export default function DocumentDialog({ action, document, request, screenId, onClose }: Props) {
  const { run, renew } = useActions(request, screenId);
  const { documentNo, documentTitle, needsSecondPerson } = document;
  const asksSecond = action === 'notrequired' && needsSecondPerson;
  return (
    <ActionDialog
      action={asksSecond ? 'askwaiver' : action}
      name={documentTitle}
      requests={[request]}
      run={async (values) => {
        if (action) await run(action, { documentNo, ...(asksSecond && { reason: values.reason.trim() }) });
      }}
      onStale={renew}
      onClose={onClose}
    />
  );
}
