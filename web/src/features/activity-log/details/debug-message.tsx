import { useTranslation } from '@/lib/wording';
import { parse } from '../model/message';
import classes from './details.module.css';

const parts = ['refusal', 'why', 'fields', 'query', 'bodyBytes'];

function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/** The debug record of a call: why it was refused, its claims, its fields. */
export function DebugMessage({ text }: { text: string | null }) {
  const { t } = useTranslation();
  const detail = (parse(text) ?? {}) as Record<string, unknown>;
  const header = Object.entries((detail.header ?? {}) as Record<string, string>);
  const facts = parts.filter((part) => part in detail);
  return (
    <section className={classes.section}>
      <h3 className={classes.sectionTitle}>{t('field.userdebuglogs.debugMessage')}</h3>
      <p className={classes.nothing}>{t('ui.logs.debug.only')}</p>
      <dl className={classes.facts}>
        {facts.map((part) => (
          <Fact
            key={part}
            name={t(`ui.logs.debug.${part}`)}
            text={shown(detail[part]) || t('ui.logs.debug.none')}
          />
        ))}
        {header.map(([name, value]) => (
          <Fact key={name} name={`${t('ui.logs.debug.header')}: ${name}`} text={value} />
        ))}
      </dl>
    </section>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd className={classes.machine}>{text}</dd>
    </div>
  );
}
