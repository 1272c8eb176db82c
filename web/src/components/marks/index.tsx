import { Box, Center, Flex } from '@mantine/core';
import looks from '@/lib/theme/looks.module.css';
import classes from './marks.module.css';

/** The product logo: a sheet with a tick, in the brand colour. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <Box component="svg" flex="none" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className={classes.ground} />
      <path d="M10 7h8l5 5v13H10z" className={classes.sheet} />
      <path d="M13.5 18.2l2.6 2.6 4.6-5" className={classes.tick} />
    </Box>
  );
}

/** Initials for an entity without a logo or a person without a picture. */
export function initialsOf(name: string) {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? '')].slice(0, 2);
  return letters.join('').toLocaleUpperCase();
}

interface Props {
  name: string;
  /** A data: url; initials replace it when absent. */
  logo?: string | null;
}

/** An entity's logo and name. */
export function EntityMark({ name, logo }: Props) {
  return (
    <Flex component="span" display="inline-flex" align="center" gap={8} miw={0}>
      {logo ? (
        <img src={logo} alt="" className={classes.logo} />
      ) : (
        <Center component="span" className={classes.letters} flex="none" fz="sm" bdrs="md" aria-hidden>
          {initialsOf(name)}
        </Center>
      )}
      <Box component="span" className={looks.cut} miw={0} fz="lg" fw={600} lh={1.4}>
        {name}
      </Box>
    </Flex>
  );
}
