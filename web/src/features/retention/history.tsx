import { Box, Button, Flex } from '@mantine/core';
import { IconCertificate, IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState } from '@/components/empty-state';
import { List, type ListAddress, listClasses, type RowKind, TextCell, useListPage } from '@/components/list';
import { Pill } from '@/components/pill';
import { useFormats } from '@/lib/formats';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { type Run, saveCertificate, useRuns } from './calls';

const address: ListAddress = { sizes: [25, 50, 100], sort: '', isSort: () => false, isFilter: () => false };

/** The runs of the purge, newest first, with their certificates. */
export function History({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const page = useListPage(address, useRuns(screen.screenCode));
  const kind = useRunKind(screen.screenCode, page.isPhone);
  return (
    <List
      page={page}
      title={t('ui.retention.tab.history')}
      kind={kind}
      rows={page.answer.data?.content}
      empty={<EmptyState Icon={IconHistory} words="ui.retention.history.empty" />}
    />
  );
}

const isDone = ({ refused, failed, endedOn }: Run) => !refused && failed === 0 && endedOn !== null;

function useRunKind(screenId: string, isPhone: boolean): RowKind<Run> {
  const { t } = useTranslation();
  const { moment, number } = useFormats();
  return useMemo(() => {
    const ended = (run: Run) => {
      if (run.refused) return <Pill tone="bad">{t('ui.retention.history.refused')}</Pill>;
      if (run.failed > 0) return <Pill tone="bad">{t('ui.retention.history.failed', { count: run.failed })}</Pill>;
      return run.endedOn ? moment(run.endedOn) : <Pill tone="info">{t('ui.retention.history.running')}</Pill>;
    };
    const certificate = ({ certificateId, startedOn }: Run) =>
      certificateId ? (
        <Flex component="span" align="center" gap={8} mt={isPhone ? 4 : undefined}>
          <IconCertificate size={16} color="var(--ink-3)" aria-hidden />
          {(['pdf', 'json'] as const).map((format) => (
            <Button
              key={format}
              size={isPhone ? 'md' : 'compact-xs'}
              variant="default"
              aria-label={`${t('ui.retention.history.certificate')}: ${t('ui.retention.history.download', {
                format: format.toUpperCase(),
                on: moment(startedOn),
              })}`}
              onClick={() => void saveCertificate(certificateId, format, screenId).catch(() => {})}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </Flex>
      ) : (
        <Box component="span" c="var(--ink-3)">
          –
        </Box>
      );
    return {
      columns: [
        { name: 'startedOn', label: t('ui.retention.history.startedOn') },
        { name: 'endedOn', label: t('ui.retention.history.endedOn') },
        { name: 'destroyed', label: t('ui.retention.history.destroyed'), isNumber: true },
        { name: 'kept', label: t('ui.retention.history.kept'), isNumber: true },
        { name: 'certificate', label: t('ui.retention.history.certificate') },
      ],
      keyOf: ({ runId }) => runId,
      nameOf: ({ startedOn }) => moment(startedOn),
      cells: (run) => (
        <>
          <TextCell text={moment(run.startedOn)} />
          <td>{ended(run)}</td>
          <TextCell text={number(run.destroyed)} isNumber />
          <TextCell text={number(run.kept)} isNumber />
          <td>{certificate(run)}</td>
        </>
      ),
      card: (run) => (
        <>
          <span>{moment(run.startedOn)}</span>
          {(['destroyed', 'kept'] as const).map((name) => (
            <span key={name} className={listClasses.second}>
              {t(`ui.retention.history.${name}`)}: {number(run[name])}
            </span>
          ))}
          {isDone(run) ? (
            <span className={listClasses.second}>
              {t('ui.retention.history.endedOn')}: {ended(run)}
            </span>
          ) : (
            <span>{ended(run)}</span>
          )}
          {run.certificateId && certificate(run)}
        </>
      ),
      cardLines: 4,
    };
  }, [t, moment, number, screenId, isPhone]);
}
