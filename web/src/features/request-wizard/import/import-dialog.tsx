import { Box, Switch } from '@mantine/core';
import { useState } from 'react';
import { csv, ImportDialog as Dialog, Note, saveTemplate } from '@/components/file-import';
import { MaybeLink } from '@/components/maybe-link';
import { ApiError, call } from '@/lib/api';
import { useMay } from '@/lib/permissions';
import { pathOfRequest } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { customerRules } from '../model/fields';
import classes from '../wizard.module.css';
import { labelOf } from '../words';

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const accepted = { ...csv, [sheet]: ['.xlsx'] };

/** One line per request: customer, party, notification, dates, and documents where they differ from the template. */
const columns = [
  ...Object.keys(customerRules),
  'firstName',
  'lastName',
  'langCode',
  'requestRemarks',
  'branchCode',
  'documentDueDate',
  'expiryDays',
  'documents',
];

/** Creates all requests of a file or none. */
export default function ImportDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const maySend = useMay('send');
  const [send, setSend] = useState(false);
  /** `parties[0].firstName` belongs to the column `firstName`. */
  const column = (path: string | null) => {
    const name = path?.slice(path.lastIndexOf('.') + 1) ?? '–';
    return columns.includes(name) ? labelOf(t, name) : name;
  };
  // One cell may fill several fields, such as the customer's and the party's address: report its error once.
  const rowsOf = (faults: ImportFault[]) => {
    const rows = faults.map(({ line, field, message }) => ({ line, column: column(field), message }));
    return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
  };
  return (
    <Dialog<ImportRecord>
      title={t('ui.wizard.bulk.title')}
      words="ui.wizard.bulk"
      wrongKind={t('ui.wizard.bulk.wrongKind')}
      accept={accepted}
      // The byte order mark makes spreadsheets read UTF-8.
      onTemplate={() => saveTemplate([`\ufeff${columns[0]}`, ...columns.slice(1)], 'requests.csv')}
      run={(file, dryRun) => importFile(file, { dryRun, send: !dryRun && send })}
      good={(count) => t('ui.wizard.bulk.good', { count })}
      take={(count) => t('ui.wizard.bulk.create', { count })}
      faultsOf={({ faults }) => ({ count: rowsOf(faults).length, rows: rowsOf(faults) })}
      done={(record) => <References record={record} onFollow={onClose} />}
      onClose={onClose}
    >
      {maySend && (
        <Switch
          mt={16}
          label={t('ui.wizard.bulk.send')}
          checked={send}
          onChange={(event) => setSend(event.currentTarget.checked)}
        />
      )}
    </Dialog>
  );
}

/** Links to the created requests. */
function References({ record, onFollow }: { record: ImportRecord; onFollow(): void }) {
  const { t } = useTranslation();
  const auth = useAuth();
  return (
    <>
      <Note color="green">{t('ui.wizard.bulk.created', { count: record.created })}</Note>
      <Box
        component="ul"
        className={`${classes.references} ${looks.plainList}`}
        mt={12}
        aria-label={t('ui.wizard.bulk.references')}
      >
        {record.references.map((reference) => (
          <li key={reference}>
            <MaybeLink to={pathOfRequest(auth, reference)} onClick={onFollow} className={looks.textLink}>
              {reference}
            </MaybeLink>
          </li>
        ))}
      </Box>
    </>
  );
}

interface ImportFault {
  line: number;
  field: string | null;
  message: string;
}

interface ImportRecord {
  rows: number;
  created: number;
  faults: ImportFault[];
  references: string[];
}

const place = { area: 'transaction', resource: 'docrequest/import', operation: 'S' } as const;

const isSheet = (file: File) => /\.xlsx$/i.test(file.name);

/** Read again each time: the file may have been corrected and saved under the same name. */
const bytesOf = async (file: File) =>
  new Blob([await file.arrayBuffer()], { type: isSheet(file) ? sheet : 'text/csv' });

/** Invalid lines are an answer, not an error: nothing was created then. */
async function importFile(file: File, query: { dryRun: boolean; send: boolean }): Promise<ImportRecord> {
  try {
    const body = await bytesOf(file);
    const { data } = await call<ImportRecord>({
      ...place,
      body,
      query,
      failure: 'inline',
      success: 'none',
    });
    return data.record as ImportRecord;
  } catch (error) {
    const record = error instanceof ApiError ? (error.data as { record?: ImportRecord }).record : undefined;
    if (record?.faults) return record;
    throw error;
  }
}
