import classes from './brand-mark.module.css';

/** The product logo: a sheet with a tick, in the brand colour. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg className="fixed" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className={classes.ground} />
      <path d="M10 7h8l5 5v13H10z" className={classes.sheet} />
      <path d="M13.5 18.2l2.6 2.6 4.6-5" className={classes.tick} />
    </svg>
  );
}

/** Initials for an entity without a logo or a person without a picture. */
export function initialsOf(name: string) {
  const words = name.split(/\s+/).filter(Boolean);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? '')].slice(0, 2);
  return letters.join('').toLocaleUpperCase();
}
