import { memo, useMemo } from 'react';
import { ErrorState } from '@/components/list';
import { SideDrawer } from '@/components/side-drawer';
import { useTranslation } from '@/lib/wording';
import { wideForms } from '../custom-forms/registry';
import { useLabels } from '../data/use-choices';
import { useRecord } from '../data/use-list';
import classes from '../master-data.module.css';
import { type Definition, keyText, type MasterRecord, readKey } from '../model/definition';
import { type Mode, nameOf } from '../model/record';
import type { Opening } from '../model/url-state';
import { useDisplay } from '../words';
import { FormSkeleton } from './form-skeleton';
import { RecordForm } from './record-form';

interface Props {
  definition: Definition;
  formName: string;
  open: Opening | null;
  /** The key of the edited or copied record, as text. */
  of: string;
  canEdit: boolean;
  onClose(): void;
}

const MODES: Partial<Record<Opening, Mode>> = { new: 'create', edit: 'edit', copy: 'copy' };

/** Creates, edits, copies or shows one record. */
export const RecordDrawer = memo(function RecordDrawer({
  definition,
  formName,
  open,
  of,
  canEdit,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const mode = open ? MODES[open] : undefined;
  const isShown = mode !== undefined && (canEdit || mode === 'edit');
  const key = isShown && mode !== 'create' ? readKey(definition, of) : null;
  const found = useRecord(definition, key);
  const record = mode === 'create' ? undefined : found.data;
  const isReady = mode === 'create' || found.data !== undefined;

  const named = useMemo(
    () => definition.fields.filter((field) => field.key || field.name === definition.label),
    [definition],
  );
  const display = useDisplay(useLabels(named, record && [record]));
  const one = t(`resource.${definition.resource}.one`);
  const title = canEdit ? t(`ui.master.title.${mode ?? 'edit'}`, { one }) : one;
  const size = wideForms.has(definition.resource) ? 720 : 520;
  return (
    <SideDrawer
      opened={isShown}
      onClose={onClose}
      title={title}
      sub={record && nameOf(definition, record, display)}
      size={size}
    >
      {isShown && !isReady && (
        <div className={`${classes.body} grow scroll-y`}>
          {found.error || key === null ? (
            <ErrorState error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <FormSkeleton count={Math.min(definition.fields.length, 8)} />
          )}
        </div>
      )}
      {isReady && mode && (
        <RecordForm
          key={`${mode} ${of}`}
          definition={definition}
          formName={formName}
          name={mode === 'edit' && record ? keyText(definition, record) : 'new'}
          mode={mode}
          record={record as MasterRecord | undefined}
          readOnly={!canEdit}
          reload={async () => (await found.refetch()).data}
          onDone={onClose}
          onCancel={onClose}
        />
      )}
    </SideDrawer>
  );
});
