import { ActionIcon, Button, Input } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCalendar, IconX } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useCallback, useState } from 'react';
import { isNarrowed, type ListActions, type ListState } from '@/components/list';
import type { Definition } from '@/lib/definitions';
import { usePreload } from '@/lib/on-demand';
import { useTranslation } from '@/lib/wording';
import classes from '../log.module.css';
import { FilterField } from './filter-field';

const loadPeriod = () => import('./period-field');
const PeriodField = lazy(loadPeriod);

interface Props {
  definition: Definition;
  state: ListState;
  isPhone: boolean;
  firstRef: RefObject<HTMLInputElement | null>;
  list: ListActions;
}

/** The period is always visible; the other filters are beside it, or behind a button on phones. */
export function Filters({ definition, state, isPhone, firstRef, list }: Props) {
  const { t } = useTranslation();
  const { from = '', to = '', ...others } = state.filters;
  const count = Object.keys(others).length;
  const [isOpened, setIsOpened] = useState(count > 0);
  const isShown = !isPhone || isOpened;
  const setPeriod = (period: { from: string; to: string }) => {
    const given = Object.entries(period).filter(([, day]) => day);
    list.show({ filters: { ...others, ...Object.fromEntries(given) } });
  };
  return (
    <div className="row wrap mb-12 gap-8">
      <div className={classes.period}>
        <Period from={from} to={to} isPhone={isPhone} onChange={setPeriod} />
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
            onChange={(value) => list.filter(name, value)}
          />
        ))}
      {isNarrowed(state) && (
        <Button
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => list.show({ filters: {} })}
        >
          {t('ui.logs.clear')}
        </Button>
      )}
    </div>
  );
}

type PeriodProps = Parameters<typeof PeriodField>[0];

/** Looks the same before and after its calendar loads on the user's first input. */
function Period(props: PeriodProps) {
  const { t } = useTranslation();
  const [isWanted, setIsWanted] = useState(props.from !== '' || props.to !== '');
  usePreload(
    useCallback(() => {
      setIsWanted(true);
      return loadPeriod();
    }, []),
  );
  const likeness = (
    <Input
      component="button"
      type="button"
      pointer
      size={props.isPhone ? 'md' : 'sm'}
      className={classes.periodInput}
      aria-label={`${t('ui.logs.period')}: ${t('ui.logs.periodAll')}`}
      leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
      onClick={() => setIsWanted(true)}
    >
      <Input.Placeholder>{t('ui.logs.periodAll')}</Input.Placeholder>
    </Input>
  );
  return <Suspense fallback={likeness}>{isWanted ? <PeriodField {...props} /> : likeness}</Suspense>;
}
