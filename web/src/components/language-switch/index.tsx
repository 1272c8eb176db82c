import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import looks from '@/lib/theme/looks.module.css';
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
    <Box
      component="fieldset"
      className={classes.root}
      miw={0}
      m={0}
      bdrs="md"
      data-full={full || undefined}
      aria-label={t('ui.common.language')}
    >
      {languages.map(({ code, short, name, className }) => (
        <Box
          key={code}
          type="button"
          lang={code}
          component="button"
          className={`${classes.button} ${looks.nowrap}`}
          fz="sm"
          fw={500}
          aria-pressed={current === code}
          onClick={() => setLanguage(code)}
        >
          <span className={className}>{full ? name : short}</span>
        </Box>
      ))}
    </Box>
  );
}
