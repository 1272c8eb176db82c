import { useMediaQuery } from '@mantine/hooks';

/** Known from the first render on. */
export const useWidth = (query: string) => useMediaQuery(query, false, { getInitialValueInEffect: false }) ?? false;

export const useIsPhone = () => useWidth('(max-width: 640px)');
