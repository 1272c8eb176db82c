import type { MouseEvent } from 'react';
import { table } from '@/components/table';
import type { RowActions } from './types';

interface Props {
  text: string;
  rowKey: string;
  actions: RowActions;
}

/** Opens the record here, or in a new tab on the usual browser gestures. */
export function CodeLink({ text, rowKey, actions }: Props) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    actions.open('edit', rowKey);
  };
  return (
    <a className={table.code} href={actions.href(rowKey)} onClick={onClick} title={text}>
      {text}
    </a>
  );
}
