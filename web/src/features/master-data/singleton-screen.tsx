import { Box, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ErrorState, ListHead, useListState } from '@/components/list';
import { ApiError } from '@/lib/api';
import { useOnce } from '@/lib/on-demand';
import { can } from '@/lib/permissions';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { useRecord } from './data/use-list';
import { FormSkeleton } from './form/form-skeleton';
import { RecordForm } from './form/record-form';
import type { ScreenProps } from './list/list-screen';
import classes from './master-data.module.css';
import { addressOf } from './model/url-state';

const KEY = {};
const HistoryDrawer = lazy(() => import('./list/drawers').then((file) => ({ default: file.HistoryDrawer })));

const EntityProposal = lazy(() => import('./custom-forms/entity/proposal'));

/** A resource with a single record: its form is the page. */
export function SingletonScreen({ screen, definition, title, formName }: ScreenProps) {
  const { t } = useTranslation();
  const [state, list] = useListState(addressOf(definition));
  const isHistoryUsed = useOnce(state.open === 'history');
  const found = useRecord(definition, KEY);
  const isNone = found.error instanceof ApiError && found.error.status === 404;
  const isReady = found.data !== undefined || isNone;
  // Another record is another form; typed input is restored into it.
  const [round, setRound] = useState(0);
  const begin = async () => {
    await found.refetch();
    setRound((before) => before + 1);
  };
  return (
    <>
      <ListHead title={title} about={t(`resource.${definition.resource}.about`)}>
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => list.open('history')}
        >
          {t('ui.master.history.title')}
        </Button>
      </ListHead>
      <div className={`${classes.page} ${looks.card}`}>
        <Suspense>
          <EntityProposal definition={definition} onDecided={begin} />
        </Suspense>
        {!isReady && (
          <Box className={`${classes.body} ${looks.scrollY}`} flex={1}>
            {found.error ? (
              <ErrorState error={found.error} onRetry={() => void found.refetch()} />
            ) : (
              <FormSkeleton count={8} />
            )}
          </Box>
        )}
        {isReady && (
          <RecordForm
            key={round}
            definition={definition}
            formName={formName}
            name="one"
            mode={isNone ? 'create' : 'edit'}
            record={found.data}
            readOnly={!can(screen, 'edit')}
            reload={async () => (await found.refetch()).data}
            onDone={() => {}}
          />
        )}
      </div>
      <Suspense>
        {isHistoryUsed && (
          <HistoryDrawer definition={definition} opened={state.open === 'history'} of="" onClose={list.close} />
        )}
      </Suspense>
    </>
  );
}
