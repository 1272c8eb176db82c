import type { ComponentProps } from 'react';
import type { Share } from './matrix';
import classes from './matrix.module.css';

interface GridBoxProps extends Omit<ComponentProps<'input'>, 'onToggle'> {
  share: Share;
  label: string;
  /** Shown beside the box on phones, where columns have no header. */
  text?: string;
  onToggle: (isOn: boolean) => void;
}

/** A native checkbox: a grid has hundreds of them, too many for library components. */
export function GridBox({ share, label, text, onToggle, ...rest }: GridBoxProps) {
  return (
    <label className={classes.boxLabel}>
      <input
        {...rest}
        type="checkbox"
        className={classes.box}
        aria-label={label}
        checked={share === 'all'}
        ref={(input) => {
          if (input) input.indeterminate = share === 'some';
        }}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      {text && (
        <span className={classes.boxText} aria-hidden>
          {text}
        </span>
      )}
    </label>
  );
}
