import { useDefinition } from '@/lib/definitions';
import { useTranslation } from '@/lib/wording';
import type { Change, Message } from '../model/message';
import { labelText } from '../words';
import classes from './details.module.css';
import { useValueText } from './use-value-text';

interface Props {
  resource: string;
  kind: Message['kind'];
  changes: Change[];
}

/** Each field with its old and new value. */
export function Changes({ resource, kind, changes }: Props) {
  const { t } = useTranslation();
  const text = useValueText(useDefinition(resource).definition);
  return (
    <dl className="py-4 px-16 m-0 text-13 outlined">
      {changes.map(({ field, before, after, hidden }) => (
        <div key={field} className={`${classes.change} grid py-8 gap-12`}>
          <dt>{labelText(t, resource, field)}</dt>
          <dd>
            {hidden && t('ui.logs.hidden')}
            {!hidden && kind !== 'created' && <del data-only={kind}>{text(field, before)}</del>}
            {!hidden && kind === 'changed' && <Arrow />}
            {!hidden && kind !== 'deleted' && <ins>{text(field, after)}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Arrow() {
  const { t } = useTranslation();
  return (
    <span className={classes.arrow}>
      <span aria-hidden>→</span>
      <span className="unseen">{t('ui.logs.became')}</span>
    </span>
  );
}
