import { Alert } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { classes } from '@/components/file-import';
import { pathOfRequest } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import type { ImportRecord } from './calls';

/** Links to the created requests. */
export function References({ record, onFollow }: { record: ImportRecord; onFollow(): void }) {
  const { t } = useTranslation();
  const auth = useAuth();
  return (
    <>
      <Alert color="green" icon={<IconCircleCheck aria-hidden />} mt={12}>
        {t('ui.wizard.bulk.created', { count: record.created })}
      </Alert>
      <ul className={classes.references} aria-label={t('ui.wizard.bulk.references')}>
        {record.references.map((reference) => {
          const to = pathOfRequest(auth, reference);
          return (
            <li key={reference}>
              {to ? (
                <Link to={to} onClick={onFollow} className="text-link">
                  {reference}
                </Link>
              ) : (
                reference
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
