import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/card';
import { list, type Row } from '@/lib/api';
import { useScreen } from '@/lib/permissions';
import { useAuth } from '@/lib/session';
import { usePlaceNames } from '../shell/header';
import { Facts, PageHead } from './facts';

const entityMaster = 'SD-ADM-011';

/** The entity's own record; only users with the Entity Master screen may read it. */
function useEntityRecord(): Row | undefined {
  const { entityCode } = useAuth();
  const allowed = useScreen(entityMaster) !== undefined;
  const { data } = useQuery({
    queryKey: ['master', entityCode],
    enabled: allowed,
    queryFn: () => list({ area: 'admin', resource: 'master' }, { page: 0, size: 1 }, { screenId: entityMaster }),
  });
  return data?.content[0];
}

export default function ContactRoute() {
  const { t } = useTranslation();
  const auth = useAuth();
  const names = usePlaceNames();
  const record = useEntityRecord();
  const mail = auth.supportMail || (record?.supportMailIdGroup as string | undefined);
  const address = [record?.address1, record?.address2, record?.address3, record?.postalCode].filter(Boolean);
  const entity = auth.displayName;
  return (
    <>
      <PageHead title={t('ui.shell.contactTitle')} about={t('ui.shell.contactAbout', { entity })} />
      <Card>
        <Facts
          facts={[
            [t('ui.shell.support'), mail ? <a href={`mailto:${mail}`}>{mail}</a> : t('ui.shell.noSupport')],
            [t('ui.shell.address'), address.join(', ')],
            [t('ui.shell.entity'), entity],
            [t('ui.shell.entityCode'), auth.entityCode],
            [t('ui.shell.tenant'), names.tenant(auth.tenantCode)],
          ]}
        />
      </Card>
      <Card>
        <Text c="dimmed" inherit>
          {t('ui.shell.contactAdmin', { entity })}
        </Text>
      </Card>
    </>
  );
}
