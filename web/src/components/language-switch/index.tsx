import { useTranslation } from 'react-i18next';
import { setLanguage, useLanguage } from '@/lib/wording';
import classes from './language-switch.module.css';

/** Each language is named in its own language, so that its readers find it. */
const languages = [
  { code: 'en', short: 'EN', name: 'English', className: undefined },
  { code: 'ta', short: 'தமிழ்', name: 'தமிழ்', className: 'tamil-label' },
] as const;

export function LanguageSwitch({ full = false }: { full?: boolean }) {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <fieldset
      className={`${classes.root} narrow m-0 gap-2 rounded`}
      data-full={full || undefined}
      aria-label={t('ui.common.language')}
    >
      {languages.map(({ code, short, name, className }) => (
        <button
          key={code}
          type="button"
          lang={code}
          className={`${classes.button} px-8 text-13 medium muted nowrap`}
          aria-pressed={current === code}
          onClick={() => setLanguage(code)}
        >
          <span className={className}>{full ? name : short}</span>
        </button>
      ))}
    </fieldset>
  );
}
