import { Box, Flex, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { IconButton } from '@/components/icon-button';
import { send } from '@/lib/api';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { EvidenceLines, type Found, isFound, Marks } from '@/shared/evidence';
import type { Sample, Source, TriedDocument } from './model';
import classes from './workbench.module.css';

/** A document with what the draft finds in it. */
export function DocumentPage({ document }: { document: TriedDocument }) {
  const { source } = document;
  return <Pages key={`${source.txnRefNo} ${source.documentNo} ${source.versionNo}`} {...{ document, source }} />;
}

/** What the draft finds in a sample. */
export function SampleFindings({ sample }: { sample: Sample }) {
  const { t } = useTranslation();
  return (
    <Flex component="section" direction="column" gap={12} aria-label={t('ui.requests.verification.title')}>
      <Text component="h3" className={looks.break} fz="sm" fw={500}>
        {sample.fileName}
      </Text>
      {!sample.isRead ? (
        <Text fz="sm" c="dimmed">
          {t('ui.ruleWorkbench.samples.reading')}
        </Text>
      ) : sample.details && sample.details.length > 0 ? (
        <EvidenceLines details={sample.details} />
      ) : (
        <Text fz="sm" c="dimmed">
          {t('ui.ruleWorkbench.noEvidence')}
        </Text>
      )}
    </Flex>
  );
}

function Pages({ document, source }: { document: TriedDocument; source: Source }) {
  const { t } = useTranslation();
  const found = source.details.filter(isFound);
  const [chosen, setChosen] = useState<number>();
  const placeOf = ({ fileId, page }: Pick<Found, 'fileId' | 'page'>) =>
    source.pages.findIndex((each) => each.fileId === fileId && each.page === page);
  const first = found[0] ? Math.max(0, placeOf(found[0])) : 0;
  const at = chosen ?? first;
  const shown = source.pages[at];
  return (
    <Stack gap={12}>
      <section aria-label={t('ui.requests.verification.title')}>
        <EvidenceLines details={source.details} onShow={(evidence) => setChosen(placeOf(evidence))} />
        {source.details.length === 0 && (
          <Text fz="sm" c="dimmed">
            {t('ui.ruleWorkbench.noEvidence')}
          </Text>
        )}
      </section>
      {source.pages.length > 1 && (
        <Group wrap="nowrap" gap={8}>
          <IconButton
            Icon={IconChevronLeft}
            iconSize={16}
            label={t('ui.ruleWorkbench.pageBefore')}
            disabled={at === 0}
            onClick={() => setChosen(at - 1)}
          />
          <Box component="span" fz="sm" role="status">
            {t('ui.ruleWorkbench.pageOf', { page: at + 1, pages: source.pages.length })}
          </Box>
          <IconButton
            Icon={IconChevronRight}
            iconSize={16}
            label={t('ui.ruleWorkbench.pageAfter')}
            disabled={at === source.pages.length - 1}
            onClick={() => setChosen(at + 1)}
          />
        </Group>
      )}
      {shown ? (
        <Picture
          source={source}
          fileId={shown.fileId}
          page={shown.page}
          name={t('ui.requests.review.pageOf', { page: shown.page, name: document.documentTitle })}
          found={found.filter((each) => each.fileId === shown.fileId && each.page === shown.page)}
        />
      ) : (
        <EmptyState Icon={IconFileOff} title={t('ui.ruleWorkbench.noPage')} />
      )}
    </Stack>
  );
}

interface PictureProps {
  source: Source;
  fileId: string;
  page: number;
  name: string;
  found: Found[];
}

/** The picture of a page; the call checks on its own that the user may see the request. */
function Picture({ source: { txnRefNo, documentNo }, fileId, page, name, found }: PictureProps) {
  const { entityCode, screens } = useAuth();
  const screenId = screens.find(({ screenCode }) => /^SD-(BNK|EDU)-/.test(screenCode))?.screenCode ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['rule-workbench-page', entityCode, txnRefNo, documentNo, fileId, page],
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
    queryFn: async ({ signal }) => {
      const query = { txnRefNo, documentNo, fileId, page };
      const place = { area: 'transaction', resource: 'document/preview' } as const;
      const answer = await send({ ...place, query, screenId, failure: 'inline', quiet: true, signal });
      return answer.blob();
    },
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!url) return <Skeleton height={420} radius={0} />;
  return (
    <Box className={`${classes.page} ${looks.clipped}`} pos="relative" bg="var(--page)">
      <Box component="img" h="auto" display="block" w="100%" src={url} alt={name} />
      <Marks found={found} />
    </Box>
  );
}
