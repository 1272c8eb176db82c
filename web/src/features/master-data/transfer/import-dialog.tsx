import type { ImportResult } from '@/lib/api';
import { importCsv } from '@/lib/api/transfer';
import { toast } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { csv, ImportDialog as Dialog, saveTemplate } from '@/shared/file-import';
import { tellWaiting } from '../custom-forms/access/grants';
import { useRefresh } from '../data/use-list';
import { type Definition, fieldOf } from '../model/definition';
import { isCompanion } from '../model/validate';
import { labelText } from '../words';

/** Imports records of a master; pictures cannot be imported. */
export default function ImportDialog({ definition, onClose }: { definition: Definition; onClose(): void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const refresh = useRefresh(definition);
  const { resource, fields } = definition;
  const columns = fields.filter((field) => field.type !== 'image' && !isCompanion(definition, field));
  const column = (name: string | null) =>
    name && fieldOf(definition, name) ? labelText(t, resource, name) : (name ?? '–');
  return (
    <Dialog<ImportResult>
      title={t('ui.master.import.title', { many: t(`resource.${resource}.many`) })}
      words="ui.master.import"
      wrongKind={t('message.importNotCsv')}
      accept={csv}
      onTemplate={() =>
        saveTemplate(
          columns.map(({ name }) => name),
          `${resource.replaceAll('/', '-')}.csv`,
        )
      }
      run={async (file, isDry) => importCsv(definition, await file.text(), isDry)}
      good={(count) => t('message.importOk', { count })}
      take={(count) => t('ui.master.import.take', { count, number: number(count) })}
      faultsOf={({ faults, moreFaults }) => ({
        count: faults.length + Number(moreFaults),
        rows: faults.flatMap(({ line, errors }) =>
          errors.map(({ field, message }) => ({ line, column: column(field), message })),
        ),
        more: Number(moreFaults),
      })}
      onDone={({ imported, waiting = [] }) => {
        void refresh();
        if (waiting.length > 0) tellWaiting(waiting.length);
        if (imported > 0) toast(t('message.imported', { count: imported }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
