import { Switch } from '@mantine/core';
import { IconAdjustments, IconFileText, IconX } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { flushSync } from 'react-dom';
import { DayField } from '@/components/day-field';
import { IconButton } from '@/components/icon-button';
import { today } from '@/lib/days';
import { confirm } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { TextField } from '../fields/text-field';
import { focusOneOf } from '../focus';
import { limits } from '../model/fields';
import type { DocumentValues } from '../model/values';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';
import { labelOf, useError } from '../words';

interface Props {
  document: DocumentValues;
  /** The path of the party's documents, and the index of this one. */
  list: string;
  number: number;
  /** The key of the party. */
  party: string;
  acts: Acts;
}

/** One document: mandatory or optional, with its own text and date if needed. */
export const DocumentRow = memo(function DocumentRow({ document, list, number, party, acts }: Props) {
  const { t } = useTranslation();
  const path = `${list}[${number}]`;
  const due = useError(`${path}.documentDueDate`);
  const words = useError(`${path}.instructions`);
  const refused = useError(`${path}.documentCode`);
  const [isOpen, setIsOpen] = useState(false);
  const title = document.documentTitle;
  const isShown = isOpen || due !== undefined || words !== undefined;
  const change = (patch: Partial<DocumentValues>) => acts.document(party, document.key, patch);
  const remove = async () => {
    if (!(await confirm('removeDocument', title))) return;
    flushSync(() => acts.removeDocument(party, document.key));
    // The next one, else the one before, else the add field.
    const rows = [number, number - 1].map((at) => `${list}[${at}].documentCode`);
    focusOneOf([...rows, list]);
  };
  return (
    <li className={classes.document}>
      <div className={`${classes.documentLine} row gap-6`}>
        <IconFileText size={18} stroke={1.6} className={`${classes.documentIcon} fixed faint`} aria-hidden />
        <div className={`${classes.documentWords} grid grow narrow`}>
          <span className="medium break">{title}</span>
          <DocumentNote document={document} />
        </div>
        <Switch
          size="sm"
          checked={document.mandatory}
          onChange={(event) => change({ mandatory: event.currentTarget.checked })}
          label={t(document.mandatory ? 'ui.wizard.document.required' : 'ui.wizard.document.optional')}
          aria-label={t('ui.wizard.document.isRequired', { title })}
          labelPosition="left"
          classNames={{ body: classes.requiredSwitch }}
        />
        <IconButton
          Icon={IconAdjustments}
          size={36}
          aria-expanded={isShown}
          label={t('ui.wizard.document.details', { title })}
          onClick={() => setIsOpen(!isOpen)}
        />
        <IconButton
          Icon={IconX}
          size={36}
          data-field={`${path}.documentCode`}
          label={t('ui.wizard.document.remove', { title })}
          onClick={remove}
        />
      </div>
      {refused && <p className={`${classes.error} m-0 mt-4 text-12 bad`}>{refused}</p>}
      {isShown && (
        <div className={`${classes.documentMore} grid gap-16`}>
          <TextField
            path={`${path}.instructions`}
            value={document.instructions}
            onChange={(instructions) => change({ instructions })}
            max={limits.instructions}
            isLong
          />
          <DayField
            data-field={`${path}.documentDueDate`}
            label={labelOf(t, 'documentDueDate')}
            description={t('ui.wizard.document.dueHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={document.documentDueDate}
            onChange={(documentDueDate) => change({ documentDueDate })}
            min={today()}
            error={due}
          />
        </div>
      )}
    </li>
  );
});

function DocumentNote({ document }: { document: DocumentValues }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const notes = [
    document.documentDueDate && t('ui.wizard.document.due', { day: date(document.documentDueDate) }),
    document.instructions.trim(),
  ].filter(Boolean);
  if (notes.length === 0) return null;
  return <span className="text-12 muted cut">{notes.join(' · ')}</span>;
}
