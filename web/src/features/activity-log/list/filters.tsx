import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useState } from 'react';
import type { Definition } from '@/lib/definitions';
import { useTranslation } from '@/lib/wording';
import classes from '../log.module.css';
import { isNarrowed, type LogState } from '../model/state';
import { FilterField } from './filter-field';

const PeriodField = lazy(() => import('./period-field'));

interface Props {
  definition: Definition;
  state: LogState;
  isPhone: boolean;
  firstRef: RefObject<HTMLInputElement | null>;
  onShow(patch: Partial<LogState>): void;
}

/** The period always in sight; the rest beside it, or on a phone behind a button. */
export function Filters({ definition, state, isPhone, firstRef, onShow }: Props) {
  const { t } = useTranslation();
  const count = Object.keys(state.filters).length;
  const [isOpened, setIsOpened] = useState(count > 0);
  const isShown = !isPhone || isOpened;
  const setFilter = (name: string, value: string) => {
    const { [name]: _before, ...others } = state.filters;
    onShow({ filters: value ? { ...others, [name]: value } : others });
  };
  return (
    <div className={classes.filters}>
      <div className={classes.period}>
        <Suspense fallback={<Skeleton height={36} />}>
          <PeriodField from={state.from} to={state.to} isPhone={isPhone} onChange={onShow} />
        </Suspense>
      </div>
      {isPhone && (
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('ui.logs.filters')}
          aria-expanded={isOpened}
          onClick={() => setIsOpened(!isOpened)}
        >
          <IconAdjustmentsHorizontal size={18} aria-hidden />
          {count > 0 && <span className={classes.dot} />}
        </ActionIcon>
      )}
      {isShown &&
        definition.filters?.map((name, at) => (
          <FilterField
            key={name}
            definition={definition}
            name={name}
            value={state.filters[name] ?? ''}
            inputRef={at === 0 ? firstRef : undefined}
            onChange={(value) => setFilter(name, value)}
          />
        ))}
      {isNarrowed(state) && (
        <Button
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => onShow({ from: '', to: '', filters: {} })}
        >
          {t('ui.logs.clear')}
        </Button>
      )}
    </div>
  );
}
