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
    <section className="mt-24">
      <h3 className="m-0 mb-8 text-15 strong">{t('field.userdebuglogs.debugMessage')}</h3>
      <p className="m-0 muted">{t('ui.logs.debug.only')}</p>
      <dl className="m-0 text-13">
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
    <div className={`${classes.fact} grid py-8 gap-12`}>
      <dt>{name}</dt>
      <dd className="text-12 break code">{text}</dd>
    </div>
  );
}
