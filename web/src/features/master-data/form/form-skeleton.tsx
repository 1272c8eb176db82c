import { Skeleton } from '@mantine/core';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';

/** The form's outline while its record loads. */
export function FormSkeleton({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <div className={looks.fields} role="status" aria-label={t('ui.common.loading')}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at}>
          <Skeleton height={12} width="45%" mb={8} />
          <Skeleton height={36} />
        </div>
      ))}
    </div>
  );
}
