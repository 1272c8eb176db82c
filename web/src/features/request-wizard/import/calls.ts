import { ApiError, call } from '@/lib/api';

export interface ImportFault {
  line: number;
  field: string | null;
  message: string;
}

export interface ImportRecord {
  rows: number;
  created: number;
  faults: ImportFault[];
  references: string[];
}

const place = { area: 'transaction', resource: 'docrequest/import', operation: 'S' } as const;
export const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const isSheet = (file: File) => /\.xlsx$/i.test(file.name);

/** Read again each time: the file may have been corrected and saved under the same name. */
const bytesOf = async (file: File) =>
  new Blob([await file.arrayBuffer()], { type: isSheet(file) ? sheet : 'text/csv' });

/** Invalid lines are an answer, not an error: nothing was created then. */
export async function importFile(
  file: File,
  query: { dryRun: boolean; send: boolean },
): Promise<ImportRecord> {
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
