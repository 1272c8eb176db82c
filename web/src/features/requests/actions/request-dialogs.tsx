import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ActionName, actionNames, type DocRequest, type RequestAction } from '@/lib/requests';
import { removeRequest } from '../data/calls';
import { useKeys } from '../data/use-request';
import { useRequestRoutes } from '../request-routes';
import { ActionDialog } from './action-dialog';
import { AddDocument } from './add-document';
import { AddParty } from './add-party';
import { bodyOf, type Values } from './fields';
import { SetHold } from './set-hold';
import { useActions } from './use-actions';

interface Props {
  action: RequestAction | null;
  request: DocRequest;
  screenId: string;
  onClose(): void;
}

const forms: (RequestAction | null)[] = ['adddocument', 'addparty', 'hold'];

const isCall = (action: RequestAction | null): action is RequestAction & ActionName =>
  action !== null && (actionNames as readonly string[]).includes(action);

/** All dialogs of the request's actions. */
export default function RequestDialogs({ action, request, screenId, onClose }: Props) {
  const actions = useActions(request, screenId);
  const remove = useRemoval(request, screenId);
  const run = async (values: Values) => {
    if (action === 'delete') await remove();
    else if (isCall(action)) await actions.run(action, bodyOf(action, values));
  };
  const shared = { request, actions, onClose };
  return (
    <>
      <ActionDialog
        action={forms.includes(action) ? null : action}
        name={request.txnRefNo}
        requests={[request]}
        run={run}
        onStale={actions.renew}
        onClose={onClose}
      />
      <AddDocument opened={action === 'adddocument'} {...shared} />
      <AddParty opened={action === 'addparty'} {...shared} />
      {action === 'hold' && (
        <SetHold request={request} screenId={screenId} renew={actions.renew} onClose={onClose} />
      )}
    </>
  );
}

/** A deleted request has nothing to show: return to a list. */
function useRemoval({ txnRefNo, versionNumber }: DocRequest, screenId: string) {
  const { list } = useRequestRoutes();
  const keys = useKeys();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await removeRequest({ txnRefNo, versionNumber }, { screenId });
    void queries.invalidateQueries({ queryKey: keys.lists });
    void navigate({ to: list ?? '/auth/home', replace: true });
  };
}
