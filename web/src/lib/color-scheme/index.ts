import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core';

/** `auto` follows the system. */
export type ColorScheme = MantineColorScheme;

export const colorSchemes: readonly ColorScheme[] = ['auto', 'light', 'dark'];

/** A preference of this browser; `public/color-scheme.js` reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });
