import { useTranslation } from '@/lib/wording';
import classes from './message.module.css';
import { PLACEHOLDERS, type Placeholder } from './placeholders';

interface PlaceholderChipsProps {
  /** Label of the field they are inserted into. */
  target: string;
  onInsert: (name: Placeholder) => void;
}

export function PlaceholderChips({ target, onInsert }: PlaceholderChipsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={`${classes.placeholders} narrow m-0 p-0`}>
      <legend className="m-0 mb-8 p-0 text-12 muted">{t('ui.rich.message.insert', { label: target })}</legend>
      <div className="flex wrap gap-6">
        {PLACEHOLDERS.map((name) => (
          <button
            key={name}
            type="button"
            className={`${classes.chip} py-4 px-12 text-12`}
            title={name}
            // The caret must stay in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(name)}
          >
            {t(`ui.rich.message.placeholder.${name}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
