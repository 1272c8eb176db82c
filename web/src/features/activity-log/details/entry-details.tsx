import type { ReactNode } from 'react';
import type { Definition } from '@/lib/definitions';
import { useTranslation } from '@/lib/wording';
import { CellValue } from '../list/rows';
import type { Entry } from '../model/entry';
import { parse, readMessage } from '../model/message';
import { labelText, noteLabel, noteText } from '../words';
import { Changes } from './changes';
import { DebugMessage } from './debug-message';
import classes from './details.module.css';
import { useDuration } from './use-duration';

/** Everything about one entry in readable form, the raw message last. */
export function EntryDetails({ definition, entry }: { definition: Definition; entry: Entry }) {
  const { t } = useTranslation();
  const duration = useDuration(entry);
  const facts = definition.fields.filter(({ name }) => !['auditMessage', 'debugMessage'].includes(name));
  return (
    <>
      <dl className="m-0 text-13">
        {facts.map((field) => (
          <Fact key={field.name} name={labelText(t, definition.resource, field.name)}>
            <CellValue field={field} entry={entry} />
          </Fact>
        ))}
        {duration && <Fact name={t('ui.logs.duration')}>{duration}</Fact>}
        {entry.device && (
          <Fact name={t('ui.logs.deviceFull')}>
            <span className="text-12 break code">{entry.device}</span>
          </Fact>
        )}
      </dl>
      {'auditMessage' in entry && <AuditMessage entry={entry} />}
      {'debugMessage' in entry && <DebugMessage text={entry.debugMessage ?? null} />}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={`${classes.fact} grid py-8 gap-12`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function AuditMessage({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const resource = entry.resource ?? '';
  const { kind, changes, notes } = readMessage(entry.auditMessage ?? null);
  const isEmpty = changes.length === 0 && notes.length === 0;
  return (
    <section className="mt-24">
      <h3 className="m-0 mb-8 text-15 strong">{t(`ui.logs.${kind}`)}</h3>
      {isEmpty && <p className="m-0 muted">{t('ui.logs.nothing')}</p>}
      {changes.length > 0 && <Changes resource={resource} kind={kind} changes={changes} />}
      {notes.length > 0 && (
        <dl className="m-0 text-13">
          {notes.map(([name, value]) => (
            <Fact key={name} name={name && noteLabel(t, name, resource)}>
              {noteText(t, name, value)}
            </Fact>
          ))}
        </dl>
      )}
      {!isEmpty && (
        <details className={`${classes.raw} mt-16 text-13`}>
          <summary>{t('ui.logs.raw')}</summary>
          <pre className="text-12 break code">
            {JSON.stringify(parse(entry.auditMessage ?? null), null, 2)}
          </pre>
        </details>
      )}
    </section>
  );
}
