import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import type { Definition } from '@/lib/definitions';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { Details } from '../details/details';
import classes from '../log.module.css';
import { linesOf } from '../model/entry';
import { useLog, useLogState } from '../use-log';
import { Filters } from './filters';
import { Head, HeadAction } from './head';
import { LogBody } from './log-body';
import { useExport } from './use-export';

/** The screen that shows the details beside the list. */
const withPanel = 'SD-SMS-015';

const useWidth = (query: string) => useMediaQuery(query, false, { getInitialValueInEffect: false }) ?? false;

export function LogList({ screen, definition }: { screen: ScreenInfo; definition: Definition }) {
  const { t } = useTranslation();
  const [state, actions] = useLogState(definition);
  const answer = useLog(definition, state, screen.screenCode);
  const exporting = useExport(definition, state);
  const isPhone = useWidth('(max-width: 640px)');
  const isWide = useWidth('(min-width: 1200px)');
  const hasPanel = screen.screenCode === withPanel && isWide;
  const firstFilter = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => firstFilter.current?.focus()]]);

  const timeField = definition.fields[0]?.name ?? '';
  const lines = useMemo(
    () => answer.data && linesOf(answer.data.content, timeField),
    [answer.data, timeField],
  );
  const opened = lines?.find(({ id }) => id === state.open);
  return (
    <>
      <Head screen={screen}>
        <HeadAction
          isPhone={isPhone}
          Icon={IconRefresh}
          name={t('ui.logs.refresh')}
          loading={answer.isRefetching && !answer.isPlaceholderData}
          onClick={() => void answer.refetch()}
        />
        {definition.exports !== false && (
          <HeadAction
            isPhone={isPhone}
            Icon={IconDownload}
            name={t('ui.common.export')}
            loading={exporting.isExporting}
            disabled={answer.data?.totalElements === 0}
            onClick={() => void exporting.start()}
          />
        )}
      </Head>
      <Filters
        definition={definition}
        state={state}
        isPhone={isPhone}
        firstRef={firstFilter}
        onShow={actions.show}
      />
      <div className={classes.split} data-panel={hasPanel || undefined}>
        <LogBody
          definition={definition}
          title={t(`screen.${screen.screenCode}`)}
          state={state}
          actions={actions}
          answer={answer}
          lines={lines}
          isPhone={isPhone}
          isNarrow={hasPanel}
        />
        <Details definition={definition} entry={opened?.entry} asPanel={hasPanel} onClose={actions.close} />
      </div>
    </>
  );
}
