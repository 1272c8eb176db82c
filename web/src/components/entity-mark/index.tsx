import { initialsOf } from '../brand-mark';
import classes from './entity-mark.module.css';

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
