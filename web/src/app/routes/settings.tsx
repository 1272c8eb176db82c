import { Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/card';
import { ColorSchemeControl } from '@/components/color-scheme';
import { LanguageSwitch } from '@/components/language-switch';
import { keeperScreen } from '@/features/sign-in-policy';
import { type Density, density, setDensity } from '@/lib/density';
import { can, useScreen } from '@/lib/permissions';
import { isAdministrator, pathOfProposals } from '@/lib/proposals';
import { useAuth } from '@/lib/session';
import { ButtonLink } from '../shell/button-link';
import { PageHead } from './facts';
import classes from './routes.module.css';

export default function SettingsRoute() {
  const { t } = useTranslation();
  const [current, setCurrent] = useState(density);
  const decides = isAdministrator(useAuth());
  const keepsPolicy = can(useScreen(keeperScreen), 'edit');
  const change = (value: string) => {
    setDensity(value as Density);
    setCurrent(value as Density);
  };
  return (
    <>
      <PageHead title={t('ui.shell.settingsTitle')} about={t('ui.shell.settingsAbout')} />
      <Card>
        <Group className={classes.setting} justify="space-between">
          <div>
            <h2>{t('ui.common.language')}</h2>
            <p>{t('ui.shell.languageText')}</p>
          </div>
          <LanguageSwitch full />
        </Group>
        <Group className={classes.setting} justify="space-between">
          <div>
            <h2>{t('ui.common.colorScheme.title')}</h2>
            <p>{t('ui.shell.colorSchemeText')}</p>
          </div>
          <ColorSchemeControl />
        </Group>
        <Group className={classes.setting} justify="space-between">
          <div>
            <h2>{t('ui.shell.density')}</h2>
            <p>{t('ui.shell.densityText')}</p>
          </div>
          <SegmentedControl
            value={current}
            onChange={change}
            aria-label={t('ui.shell.density')}
            data={[
              { value: 'comfortable', label: t('ui.shell.comfortable') },
              { value: 'compact', label: t('ui.shell.compact') },
            ]}
          />
        </Group>
      </Card>
      {decides && (
        <Card
          title={t('ui.proposals.title')}
          about={t('ui.proposals.about')}
          titleId="proposals"
          action={
            <ButtonLink to={pathOfProposals} variant="default" aria-describedby="proposals">
              {t('ui.proposals.open')}
            </ButtonLink>
          }
        />
      )}
      {keepsPolicy && (
        <Card
          title={t('ui.signInPolicy.title')}
          about={t('ui.signInPolicy.about')}
          titleId="sign-in-policy"
          action={
            <ButtonLink to="/auth/settings/sign-in" variant="default" aria-describedby="sign-in-policy">
              {t('ui.signInPolicy.open')}
            </ButtonLink>
          }
        />
      )}
    </>
  );
}
