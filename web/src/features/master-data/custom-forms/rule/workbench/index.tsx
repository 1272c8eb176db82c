import { Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconFileSearch,
  IconSwitchHorizontal,
  IconUpload,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { ListHead } from '@/components/list';
import { Pill, type Tone } from '@/components/pill';
import { messageOf } from '@/lib/api';
import { useDefinition } from '@/lib/definitions';
import { useFormats } from '@/lib/formats';
import { can } from '@/lib/permissions';
import type { ScreenInfo } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useWidth } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { DocumentPage } from './document-page';
import { DraftLines } from './draft-lines';
import { inOrder, isChanged, type TriedDocument, type Verdict } from './model';
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
  const bench = useWorkbench(ruleCode, size);
  const { published, trial, opened } = bench;
  const [chosen, setChosen] = useState<number>();
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
  const { documents } = trial;
  const at = chosen ?? inOrder(documents)[0]?.at ?? 0;
  const document = documents[at] ?? documents[0];
  const choose = (next: number) => {
    setChosen(next);
    if (isNarrow) setPart('page');
  };
  return (
    <>
      {head}
      <Bar bench={bench} mayPublish={can(screen, 'edit')} />
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
          <DraftLines
            definition={definition}
            lines={bench.lines}
            errors={bench.errors}
            onChange={bench.change}
          />
        </Column>
        <Column
          name="documents"
          isShown={!isNarrow || part === 'documents'}
          tools={
            <NativeSelect
              size="xs"
              aria-label={t('ui.ruleWorkbench.size')}
              data={SIZES}
              value={String(size)}
              onChange={(event) => setSize(Number(event.currentTarget.value))}
            />
          }
        >
          {documents.length === 0 ? (
            <EmptyState Icon={IconFileSearch} words="ui.ruleWorkbench.none" />
          ) : (
            <DocumentList documents={documents} chosen={at} onChoose={choose} />
          )}
        </Column>
        <Column name="page" isShown={!isNarrow || part === 'page'}>
          {document ? (
            <DocumentPage document={document} />
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
  tools?: ReactNode;
  children: ReactNode;
}

function Column({ name, isShown, tools, children }: ColumnProps) {
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
      <div className="row between gap-8 mb-12">
        <h2 className="title m-0">{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  );
}

/** What the draft would change, and its publication. */
function Bar({ bench, mayPublish }: { bench: ReturnType<typeof useWorkbench>; mayPublish: boolean }) {
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
          {t('ui.ruleWorkbench.counts', {
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
        <p className="m-0 mt-2 text-12 muted">
          {t(mayPublish ? 'ui.ruleWorkbench.onlyNew' : 'ui.ruleWorkbench.tryOnly')}
        </p>
      </div>
      <div className="row gap-8">
        <Button variant="default" disabled={!isDirty || isPublishing} onClick={bench.discard}>
          {t('ui.rich.saveBar.discard')}
        </Button>
        {mayPublish && (
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

const tones: Record<Verdict, Tone> = { Pass: 'ok', Fail: 'bad', Unreadable: 'warn', None: 'neutral' };

interface Props {
  documents: TriedDocument[];
  chosen: number;
  onChoose(at: number): void;
}

/** The last documents of the rule, those with another verdict first. */
function DocumentList({ documents, chosen, onChoose }: Props) {
  return (
    <ul className="plain-list lines">
      {inOrder(documents).map(({ document, at }) => (
        <li key={at}>
          <Entry document={document} isChosen={at === chosen} onChoose={() => onChoose(at)} />
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  document: TriedDocument;
  isChosen: boolean;
  onChoose(): void;
}

function Entry({ document, isChosen, onChoose }: EntryProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { documentTitle, readOn, recordedVerdict, verdict, draftVerdict, source } = document;
  const changed = isChanged(document);
  const name = (of: Verdict) => t(`ui.ruleWorkbench.verdict.${of}`);
  return (
    <button
      type="button"
      className={`${classes.entry} inset-focus plain-button grid gap-4 full`}
      aria-current={isChosen || undefined}
      data-changed={changed || undefined}
      onClick={onChoose}
    >
      <span className="text-13 medium break">
        {documentTitle}
        {source && `, ${source.customerName}`}
      </span>
      <span className="text-12 muted">{formats.moment(readOn)}</span>
      <span className="row wrap gap-6">
        <Pill tone={tones[verdict]}>{name(verdict)}</Pill>
        {changed && (
          <>
            <IconArrowRight size={14} role="img" aria-label={t('ui.ruleWorkbench.becomes')} />
            <Pill tone={tones[draftVerdict]}>{name(draftVerdict)}</Pill>
            <span className="inline-row gap-4 text-12 strong">
              <IconSwitchHorizontal size={14} aria-hidden />
              {t('ui.ruleWorkbench.changed')}
            </span>
          </>
        )}
      </span>
      {recordedVerdict !== verdict && (
        <span className="text-12 muted">
          {t('ui.ruleWorkbench.recorded', { verdict: name(recordedVerdict) })}
        </span>
      )}
    </button>
  );
}
