import { Box, Switch } from '@mantine/core';
import { useState } from 'react';
import { MaybeLink } from '@/components/maybe-link';
import type { Choice } from '@/components/select';
import { ApiError, call } from '@/lib/api';
import { useMay } from '@/lib/permissions';
import { pathOfRequest } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { csv, ImportDialog as Dialog, Note, saveTemplate } from '@/shared/file-import';
import { useMaster, useStates } from '../data/use-masters';
import { customerRules, type MasterName, masters } from '../model/fields';
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
  const example = useExample();
  const rowsOf = (faults: ImportFault[]) =>
    causesOf(faults).map(({ lines, name, message, value }) => ({
      line: linesText(lines),
      column: columns.includes(name) ? labelOf(t, name) : name,
      message: <Cause name={name} message={message} value={value} />,
    }));
  return (
    <Dialog<ImportRecord>
      title={t('ui.wizard.bulk.title')}
      words="ui.wizard.bulk"
      wrongKind={t('ui.wizard.bulk.wrongKind')}
      accept={accepted}
      // The byte order mark makes spreadsheets read UTF-8.
      onTemplate={() => saveTemplate([`\ufeff${columns[0]}`, ...columns.slice(1)], 'requests.csv', example)}
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

interface CauseProps {
  name: string;
  message: string;
  value: string | null;
}

/** The most codes of a master that are listed. */
const mostCodes = 12;

/** What is wrong, with the value of the cell, and the codes that the column takes. */
function Cause({ name, message, value }: CauseProps) {
  const { t } = useTranslation();
  return (
    <>
      {message}
      {value && (
        <Box component="span" className={looks.break}>
          {' '}
          {t('ui.wizard.bulk.given', { value })}
        </Box>
      )}
      {name in masters && <Codes name={name as MasterName} />}
    </>
  );
}

function Codes({ name }: { name: MasterName }) {
  const { t } = useTranslation();
  const { choices } = useMaster(name);
  if (choices.length === 0) return null;
  const codes = choices.slice(0, mostCodes).map(({ value }) => value);
  return (
    <Box component="p" className={looks.break} m={0} fz="xs" c="dimmed">
      {t(choices.length > mostCodes ? 'ui.wizard.bulk.someCodes' : 'ui.wizard.bulk.codes', { codes: codes.join(', ') })}
    </Box>
  );
}

/** A line that can be imported as it is, with codes of this entity. */
function useExample(): string[] {
  const { countryCode } = useAuth();
  const first = (choices: Choice[]) => choices[0]?.value ?? '';
  const category = first(useMaster('requestCategory').choices);
  const cells: Record<string, string> = {
    customerType: first(useMaster('customerType').choices),
    customerName: 'Meena Krishnan',
    customerIndicator: first(useMaster('customerIndicator').choices),
    customerReference: 'CIF-10001',
    primaryMobile: '+919841000001',
    emailAddress: 'meena@example.com',
    requestCategory: category,
    requestSubCategory: first(useMaster('requestSubCategory', '', { categoryCode: category }).choices),
    requestPurpose: first(useMaster('requestPurpose').choices),
    customerIndustry: first(useMaster('customerIndustry').choices),
    address1: '12 Anna Salai',
    address2: 'Teynampet',
    address3: 'Near the metro',
    city: 'Chennai',
    customerCountry: countryCode,
    state: first(useStates(countryCode).choices),
    postalCode: '600018',
    langCode: 'en',
    expiryDays: '30',
  };
  return columns.map((name) => cells[name] ?? '');
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
  value?: string | null;
}

/** The same error of the same value in many lines is one cause. One cell may fill several fields: its error counts once. */
function causesOf(faults: ImportFault[]) {
  const causes = new Map<string, CauseProps & { lines: Set<number> }>();
  for (const { line, field, message, value = null } of faults) {
    // `parties[0].firstName` belongs to the column `firstName`.
    const name = field?.slice(field.lastIndexOf('.') + 1) ?? '–';
    const key = JSON.stringify([name, message, value]);
    const cause = causes.get(key) ?? { name, message, value, lines: new Set() };
    causes.set(key, { ...cause, lines: cause.lines.add(line) });
  }
  return [...causes.values()].map((cause) => ({ ...cause, lines: [...cause.lines] }));
}

/** `2, 5–9`: lines that follow each other as a range. */
function linesText(lines: number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
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
