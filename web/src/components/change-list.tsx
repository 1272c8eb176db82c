import { Box, type BoxProps, VisuallyHidden } from '@mantine/core';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';

export interface ShownChange {
  field: string;
  label: string;
  /** Undefined where there was, or is, no record. */
  before?: string | undefined;
  after?: string | undefined;
  /** In place of values that are not shown. */
  note?: string | undefined;
}

/** What changed in a record: each field with its old and new value. */
export function ChangeList({ changes, ...rest }: { changes: ShownChange[] } & BoxProps) {
  const { t } = useTranslation();
  return (
    <Box component="dl" className={`${looks.outlined} ${looks.facts}`} py={4} {...rest}>
      {changes.map(({ field, label, before, after, note }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {note}
            {before !== undefined && <del data-only={after === undefined || undefined}>{before}</del>}
            {before !== undefined && after !== undefined && (
              <Box component="span" c="dimmed">
                <span aria-hidden> → </span>
                <VisuallyHidden component="span">{t('ui.common.became')}</VisuallyHidden>
              </Box>
            )}
            {after !== undefined && <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </Box>
  );
}
