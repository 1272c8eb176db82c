import '@mantine/core/styles/Skeleton.layer.css';
import { useEffect } from 'react';
import { NotFound } from '@/components/public-page';
import { ProviderProfile } from '@/features/provider-profile';
import { ProviderRequest, ProviderRequests } from '@/features/provider-requests';
import { go, loginPath, portalReturnPath } from '../location';
import { watchSession } from '../watch-session';
import { pageAt, referenceAt } from './pages';
import { PortalFrame } from './portal-frame';

/** All portal pages behind the login, fetched while the user types the code. */
export default function Inside({ path }: { path: string }) {
  const page = pageAt(path);
  const txnRefNo = referenceAt(path);
  useEffect(watchSession, []);
  useEffect(() => {
    if (page === 'login') go(portalReturnPath(), { replace: true });
  }, [page]);
  return (
    <PortalFrame page={page}>
      {page === 'requests' && <ProviderRequests />}
      {txnRefNo && <ProviderRequest key={txnRefNo} txnRefNo={txnRefNo} />}
      {page === 'profile' && <ProviderProfile />}
      {page === undefined && <NotFound login={loginPath(path)} />}
    </PortalFrame>
  );
}
