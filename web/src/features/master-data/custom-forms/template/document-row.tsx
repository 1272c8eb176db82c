import { ActionIcon, Button, Switch, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from '@/lib/wording';
import { labelText } from '../../words';
import { DETAIL } from './save-documents';
import classes from './template.module.css';
import { MOST_INSTRUCTIONS, type TemplateDocument } from './template-documents';

interface DocumentRowProps {
  document: TemplateDocument;
  name: string;
  at: number;
  count: number;
  readOnly: boolean;
  isDragged: boolean;
  handle: ComponentProps<'button'>;
  onMove: (to: number) => void;
  onChange: (change: Partial<TemplateDocument>) => void;
  onRemove: () => void;
}

export function DocumentRow(props: DocumentRowProps) {
  const { document, name, at, readOnly, isDragged, onChange } = props;
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const label = labelText(t, DETAIL.resource, 'instructions');
  const mandatory = labelText(t, DETAIL.resource, 'mandatory');
  return (
    <li className={`${classes.row} grid gap-4`} data-dragged={isDragged || undefined}>
      <div className="row gap-8">
        {!readOnly && (
          <button
            type="button"
            className={`${classes.handle} middle fixed p-0 muted`}
            aria-label={t('ui.rich.template.handle', { name, place: at + 1 })}
            {...props.handle}
          >
            <IconGripVertical size={16} aria-hidden />
          </button>
        )}
        <span className={`${classes.number} fixed muted figures`}>{at + 1}</span>
        <span className={`${classes.name} grow narrow medium break`}>
          {name}
          <small>{document.documentCode}</small>
        </span>
        {!readOnly && <RowButtons {...props} />}
      </div>
      <div className={`${classes.more} row narrow`}>
        {readOnly ? (
          <span className="px-8 text-12 tint-neutral pill-shape">
            {document.mandatory ? mandatory : t('ui.rich.template.optional')}
          </span>
        ) : (
          <Switch
            size="sm"
            label={mandatory}
            aria-label={`${mandatory}: ${name}`}
            checked={document.mandatory}
            onChange={(event) => onChange({ mandatory: event.currentTarget.checked })}
          />
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${label}: ${name}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {label}
        </Button>
        {!isOpen && (
          <span className={`${classes.excerpt} grow narrow text-12 muted cut`}>
            {document.instructions || t('ui.rich.template.noInstructions')}
          </span>
        )}
      </div>
      {isOpen && (
        <Textarea
          aria-label={`${label}: ${name}`}
          description={t('ui.rich.template.instructionsHint')}
          value={document.instructions}
          maxLength={MOST_INSTRUCTIONS}
          readOnly={readOnly}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => onChange({ instructions: event.currentTarget.value })}
        />
      )}
    </li>
  );
}

function RowButtons({ name, at, count, onMove, onRemove }: DocumentRowProps) {
  const { t } = useTranslation();
  const buttons = [
    { text: t('ui.rich.template.up', { name }), icon: IconArrowUp, run: () => onMove(at - 1), off: at === 0 },
    {
      text: t('ui.rich.template.down', { name }),
      icon: IconArrowDown,
      run: () => onMove(at + 1),
      off: at === count - 1,
    },
    { text: t('ui.rich.template.remove', { name }), icon: IconTrash, run: onRemove, off: false },
  ];
  return (
    <span className={`${classes.buttons} flex fixed`}>
      {buttons.map(({ text, icon: Icon, run, off }) => (
        <ActionIcon
          key={text}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={text}
          title={text}
          disabled={off}
          onClick={run}
        >
          <Icon size={17} aria-hidden />
        </ActionIcon>
      ))}
    </span>
  );
}
