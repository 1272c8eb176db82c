import classes from './marks.module.css';

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

interface Props {
  name: string;
  /** A data: url; initials replace it when absent. */
  logo?: string | null;
}

/** An entity's logo and name. */
export function EntityMark({ name, logo }: Props) {
  return (
    <span className="inline-row narrow gap-8">
      {logo ? (
        <img src={logo} alt="" className={classes.logo} />
      ) : (
        <span className={`${classes.letters} middle fixed text-13 rounded`} aria-hidden>
          {initialsOf(name)}
        </span>
      )}
      <span className="tight narrow text-15 strong cut">{name}</span>
    </span>
  );
}
