import { IconArrowRight, IconSwitchHorizontal } from '@tabler/icons-react';
import { Pill, type Tone } from '@/components/pill';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { inOrder, isChanged, type TriedDocument, type Verdict } from './model';
import classes from './workbench.module.css';

const tones: Record<Verdict, Tone> = { Pass: 'ok', Fail: 'bad', Unreadable: 'warn', None: 'neutral' };

interface Props {
  documents: TriedDocument[];
  chosen: number;
  onChoose(at: number): void;
}

/** The last documents of the rule, those with another verdict first. */
export function DocumentList({ documents, chosen, onChoose }: Props) {
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
      className={`${classes.entry} plain-button grid gap-4 full`}
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
