import { Box, Button, Group, NativeSelect, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { IconArrowLeft, IconFileSearch, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { ListHead } from '@/components/list';
import { messageOf } from '@/lib/api';
import { useDefinition } from '@/lib/definitions';
import { can, useMay } from '@/lib/permissions';
import type { ScreenInfo } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUrlState } from '@/lib/url-state';
import { useWidth } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { DocumentPage, SampleFindings } from './document-page';
import { DraftLines } from './draft-lines';
import { Entry } from './entry';
import { inOrder, type TriedDocument } from './model';
import { Samples } from './samples';
import { useWorkbench } from './use-workbench';
import classes from './workbench.module.css';

const SIZES = ['25', '50', '100'];
const PARTS = ['rule', 'documents', 'page'] as const;
type Part = (typeof PARTS)[number];

/** A rule beside the documents it has checked: changes show their effect before they are published. */
export function RuleWorkbench({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const [{ workbench: ruleCode = '' }, change] = useUrlState();
  const { definition, ...definitions } = useDefinition('adminentitydocumentverficationrule');
  const [size, setSize] = useState(25);
  const mayEdit = can(screen, 'edit');
  const mayTry = useMay('tryrules');
  const bench = useWorkbench(ruleCode, size, mayEdit);
  const { published, trial, opened } = bench;
  /** The place of a document, or the id of a sample. */
  const [chosen, setChosen] = useState<number | string>();
  const [part, setPart] = useState<Part>('rule');
  const isNarrow = useWidth('(max-width: 1180px)');
  const leave = () => change({ workbench: undefined }, { replace: false });
  const head = (
    <ListHead
      title={t('ui.ruleWorkbench.title', { rule: ruleCode })}
      about={published ? `${published.ruleDesc}. ${t('ui.ruleWorkbench.about')}` : t('ui.ruleWorkbench.about')}
    >
      <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={leave}>
        {t('resource.adminentitydocumentverficationrule.many')}
      </Button>
    </ListHead>
  );
  const error = opened.error ?? definitions.error;
  if (error && !published) {
    return (
      <>
        {head}
        <LoadFailed error={error} onRetry={() => void opened.refetch()} />
      </>
    );
  }
  if (!published || !trial || !definition) {
    return (
      <>
        {head}
        <div role="status" aria-label={t('ui.common.loading')}>
          <Skeleton height={520} radius="lg" />
        </div>
      </>
    );
  }
  const { documents, samples } = trial;
  const first = inOrder(documents)[0]?.at ?? samples[0]?.sampleId;
  const sample = samples.find(({ sampleId }) => sampleId === (chosen ?? first));
  const at = typeof chosen === 'number' ? chosen : sample ? undefined : (inOrder(documents)[0]?.at ?? 0);
  const document = at === undefined ? undefined : (documents[at] ?? documents[0]);
  const choose = (next: number | string) => {
    setChosen(next);
    if (isNarrow) setPart('page');
  };
  return (
    <>
      {head}
      <Bar bench={bench} mayEdit={mayEdit} />
      {isNarrow && (
        <SegmentedControl
          fullWidth
          mb={12}
          aria-label={t('ui.ruleWorkbench.parts')}
          data={PARTS.map((name) => ({ value: name, label: t(`ui.ruleWorkbench.part.${name}`) }))}
          value={part}
          onChange={(value) => setPart(value as Part)}
        />
      )}
      <div className={`${classes.bench} ${looks.card}`}>
        <Column name="rule" isShown={!isNarrow || part === 'rule'}>
          <fieldset disabled={!mayEdit} className={classes.lines}>
            <DraftLines definition={definition} lines={bench.lines} errors={bench.errors} onChange={bench.change} />
          </fieldset>
        </Column>
        <Column name="documents" isShown={!isNarrow || part === 'documents'}>
          {mayEdit && mayTry && (
            <Samples
              samples={samples}
              chosen={sample?.sampleId}
              actions={bench.samples}
              onChoose={({ sampleId }) => choose(sampleId)}
            />
          )}
          <section aria-label={t('ui.ruleWorkbench.past')}>
            <Group wrap="nowrap" justify="space-between" gap={8} mb={8}>
              <Text component="h3" fz="sm" fw={600}>
                {t('ui.ruleWorkbench.past')}
              </Text>
              <NativeSelect
                size="xs"
                aria-label={t('ui.ruleWorkbench.size')}
                data={SIZES}
                value={String(size)}
                onChange={(event) => setSize(Number(event.currentTarget.value))}
              />
            </Group>
            {documents.length > 0 && <DocumentList documents={documents} chosen={at} onChoose={choose} />}
            {documents.length === 0 && trial.hidden === 0 && (
              <EmptyState Icon={IconFileSearch} words="ui.ruleWorkbench.none" />
            )}
            {trial.hidden > 0 && (
              <Text mt={8} fz="sm" c="dimmed">
                {t(mayTry ? 'ui.ruleWorkbench.hidden' : 'ui.ruleWorkbench.hiddenRight', { count: trial.hidden })}
              </Text>
            )}
          </section>
        </Column>
        <Column name="page" isShown={!isNarrow || part === 'page'}>
          {document ? (
            <DocumentPage document={document} />
          ) : sample ? (
            <SampleFindings sample={sample} />
          ) : (
            <Text fz="sm" c="dimmed">
              {t('ui.ruleWorkbench.noneChosen')}
            </Text>
          )}
        </Column>
      </div>
    </>
  );
}

interface ColumnProps {
  name: Part;
  isShown: boolean;
  children: ReactNode;
}

function Column({ name, isShown, children }: ColumnProps) {
  const { t } = useTranslation();
  const title = t(`ui.ruleWorkbench.part.${name}`);
  return (
    <Box
      component="section"
      className={`inset-focus ${classes.column} ${looks.scrollY}`}
      miw={0}
      p={16}
      hidden={!isShown}
      aria-label={title}
      tabIndex={0}
    >
      <Text component="h2" mb={12} fz="lg" fw={600}>
        {title}
      </Text>
      {children}
    </Box>
  );
}

/** What the draft would change, and its publication. */
function Bar({ bench, mayEdit }: { bench: ReturnType<typeof useWorkbench>; mayEdit: boolean }) {
  const { t } = useTranslation();
  const { published, trial, isDirty, isCurrent, unfinished, isPublishing } = bench;
  if (!published || !trial) return null;
  const { documents, changed, now, draft } = trial.summary;
  const effect = t('ui.ruleWorkbench.effect', { count: changed, documents });
  const fault = bench.error ? messageOf(bench.error) : t('ui.ruleWorkbench.faulty');
  const isWaiting = isDirty && !isCurrent && unfinished === undefined && !bench.isFaulty;
  const state = !isDirty
    ? t('ui.ruleWorkbench.unchanged')
    : unfinished !== undefined
      ? t('ui.ruleWorkbench.unfinished', { number: unfinished })
      : bench.isFaulty
        ? fault
        : effect;
  return (
    <Group className={looks.card} justify="space-between" gap={12} mb={12} px={16} py={12}>
      <Box flex="1 1 320px">
        <Text fw={600} inherit role="status">
          {isWaiting ? t('ui.ruleWorkbench.trying') : state}
        </Text>
        <Text mt={2} fz="sm" c="dimmed">
          {t(isDirty ? 'ui.ruleWorkbench.counts' : 'ui.ruleWorkbench.countsNow', {
            passNow: now.pass,
            pass: draft.pass,
            failNow: now.fail,
            fail: draft.fail,
            unreadableNow: now.unreadable,
            unreadable: draft.unreadable,
          })}
          {published.ruleMode === 'autoReject' &&
            ` ${t('ui.ruleWorkbench.rejects', { count: draft.rejected, now: now.rejected })}`}
        </Text>
        {trial.slowLine !== null && (
          <Text mt={2} fz="sm" c="var(--bad)">
            {t('ui.ruleWorkbench.slowLine', { number: trial.slowLine, count: documents })}
          </Text>
        )}
        <Text mt={2} fz="xs" c="dimmed">
          {t(mayEdit ? 'ui.ruleWorkbench.onlyNew' : 'ui.ruleWorkbench.tryOnly')}
        </Text>
      </Box>
      <Group wrap="nowrap" gap={8}>
        <Button variant="default" disabled={!isDirty || isPublishing} onClick={bench.discard}>
          {t('ui.form.saveBar.discard')}
        </Button>
        {mayEdit && (
          <Button
            leftSection={<IconUpload size={16} aria-hidden />}
            disabled={!isDirty || !isCurrent}
            loading={isPublishing}
            onClick={() => void bench.publish(effect)}
          >
            {t('ui.ruleWorkbench.publish')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

interface Props {
  documents: TriedDocument[];
  chosen: number | undefined;
  onChoose(at: number): void;
}

/** The last documents of the rule, those with another verdict first. */
function DocumentList({ documents, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const recorded = ({ recordedVerdict: was }: TriedDocument) =>
    t('ui.ruleWorkbench.recorded', { verdict: t(`ui.ruleWorkbench.verdict.${was}`) });
  return (
    <ul className={`${looks.plainList} ${looks.lines}`}>
      {inOrder(documents).map(({ document, at }) => (
        <li key={at}>
          <Entry
            title={`${document.documentTitle}, ${document.source.customerName}`}
            on={document.readOn}
            tried={document}
            isChosen={at === chosen}
            onChoose={() => onChoose(at)}
          >
            {document.recordedVerdict !== document.verdict && (
              <Box component="span" fz="xs" c="dimmed">
                {recorded(document)}
              </Box>
            )}
          </Entry>
        </li>
      ))}
    </ul>
  );
}
