import { useLayoutEffect, useState } from 'react';
import { RecordDrawer } from '../form/record-drawer';
import { HistoryDrawer } from '../history/history-drawer';
import type { Definition } from '../model/definition';
import type { Opening } from '../model/url-state';

interface Props {
  definition: Definition;
  formName: string;
  open: Opening | null;
  of: string;
  canEdit: boolean;
  onClose(): void;
}

/** A record's form and its history. A drawer that is mounted open neither slides nor records where the focus was. */
export default function Drawers({ open, ...props }: Props) {
  const [isDrawn, setIsDrawn] = useState(false);
  useLayoutEffect(() => setIsDrawn(true), []);
  const now = isDrawn ? open : null;
  const { definition, of, onClose } = props;
  return (
    <>
      <RecordDrawer {...props} open={now} />
      <HistoryDrawer definition={definition} opened={now === 'history'} of={of} onClose={onClose} />
    </>
  );
}
