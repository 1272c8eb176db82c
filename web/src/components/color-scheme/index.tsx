import { Box, Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ColorScheme, colorSchemes } from '@/lib/color-scheme';

const icons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon };

/** The choice of the colour scheme in a menu, which stays open to show the effect. */
export function ColorSchemeItems() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Box component="fieldset" miw={0} m={0} p={0} bd={0} aria-label={t('ui.common.colorScheme.title')}>
      <Menu.Label aria-hidden>{t('ui.common.colorScheme.title')}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as ColorScheme)}>
        {colorSchemes.map((scheme) => {
          const Icon = icons[scheme];
          return (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              closeMenuOnClick={false}
              rightSection={<Icon size={17} stroke={1.6} aria-hidden />}
            >
              {t(`ui.common.colorScheme.${scheme}`)}
            </Menu.RadioItem>
          );
        })}
      </Menu.RadioGroup>
    </Box>
  );
}

/** The same choice on a page. */
export function ColorSchemeControl() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      value={colorScheme}
      onChange={(value) => setColorScheme(value as ColorScheme)}
      aria-label={t('ui.common.colorScheme.title')}
      data={colorSchemes.map((value) => ({ value, label: t(`ui.common.colorScheme.${value}`) }))}
    />
  );
}
