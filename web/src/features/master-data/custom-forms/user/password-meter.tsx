import { IconCheck, IconPointFilled } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import { PASSWORD_RULES, STRENGTHS, strengthOf } from './password';
import classes from './user.module.css';

/** The rules, ticked off while typing, and how strong the password is. */
export function PasswordMeter({ password }: { password: string }) {
  const { t } = useTranslation();
  const strength = password ? strengthOf(password) : null;
  const level = strength ? STRENGTHS.indexOf(strength) + 1 : 0;
  return (
    <div className="grid gap-8">
      <div className={`${classes.bars} grid gap-4`} data-strength={strength ?? undefined} aria-hidden>
        {STRENGTHS.map((each, at) => (
          <span key={each} data-on={at < level || undefined} />
        ))}
      </div>
      <p className="m-0 text-12 muted" role="status">
        {strength ? t(`ui.rich.user.strength.${strength}`) : t('ui.rich.user.rules')}
      </p>
      <ul className={`${classes.rules} grid text-12 muted plain-list`}>
        {PASSWORD_RULES.map((rule) => {
          const holds = rule.holds(password);
          const Icon = holds ? IconCheck : IconPointFilled;
          return (
            <li key={rule.key} data-holds={holds || undefined}>
              <Icon size={14} role="img" aria-label={t(holds ? 'ui.rich.user.met' : 'ui.rich.user.open')} />
              {t(`ui.rich.user.rule.${rule.key}`)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
