import { Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconFileSearch, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { ListHead } from '@/components/list';
import { messageOf } from '@/lib/api';
import { useDefinition } from '@/lib/definitions';
import { can } from '@/lib/permissions';
import type { ScreenInfo } from '@/lib/session';
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
      about={
        published ? `${published.ruleDesc}. ${t('ui.ruleWorkbench.about')}` : t('ui.ruleWorkbench.about')
      }
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
      <div className={`${classes.bench} card`}>
        <Column name="rule" isShown={!isNarrow || part === 'rule'}>
          <fieldset disabled={!mayEdit} className={classes.lines}>
            <DraftLines
              definition={definition}
              lines={bench.lines}
              errors={bench.errors}
              onChange={bench.change}
            />
          </fieldset>
        </Column>
        <Column name="documents" isShown={!isNarrow || part === 'documents'}>
          {mayEdit && (
            <Samples
              samples={samples}
              chosen={sample?.sampleId}
              actions={bench.samples}
              onChoose={({ sampleId }) => choose(sampleId)}
            />
          )}
          <section aria-label={t('ui.ruleWorkbench.past')}>
            <div className="row between gap-8 mb-8">
              <h3 className="m-0 text-13 strong">{t('ui.ruleWorkbench.past')}</h3>
              <NativeSelect
                size="xs"
                aria-label={t('ui.ruleWorkbench.size')}
                data={SIZES}
                value={String(size)}
                onChange={(event) => setSize(Number(event.currentTarget.value))}
              />
            </div>
            {documents.length === 0 ? (
              <EmptyState Icon={IconFileSearch} words="ui.ruleWorkbench.none" />
            ) : (
              <DocumentList documents={documents} chosen={at} onChoose={choose} />
            )}
          </section>
        </Column>
        <Column name="page" isShown={!isNarrow || part === 'page'}>
          {document ? (
            <DocumentPage document={document} />
          ) : sample ? (
            <SampleFindings sample={sample} />
          ) : (
            <p className="m-0 text-13 muted">{t('ui.ruleWorkbench.noneChosen')}</p>
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
    <section
      className={`${classes.column} inset-focus narrow p-16 scroll-y`}
      hidden={!isShown}
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
    >
      <h2 className="title m-0 mb-12">{title}</h2>
      {children}
    </section>
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
    <div className="row wrap between gap-12 mb-12 card py-12 px-16">
      <div className={classes.summary}>
        <p className="m-0 strong" role="status">
          {isWaiting ? t('ui.ruleWorkbench.trying') : state}
        </p>
        <p className="m-0 mt-2 text-13 muted">
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
        </p>
        {trial.slowLine !== null && (
          <p className="m-0 mt-2 text-13 bad">
            {t('ui.ruleWorkbench.slowLine', { number: trial.slowLine, count: documents })}
          </p>
        )}
        <p className="m-0 mt-2 text-12 muted">
          {t(mayEdit ? 'ui.ruleWorkbench.onlyNew' : 'ui.ruleWorkbench.tryOnly')}
        </p>
      </div>
      <div className="row gap-8">
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
      </div>
    </div>
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
    <ul className="plain-list lines">
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
              <span className="text-12 muted">{recorded(document)}</span>
            )}
          </Entry>
        </li>
      ))}
    </ul>
  );
}
