import {
  IconAlertCircleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconClock,
  IconClockX,
  IconFileCheck,
} from '@tabler/icons-react';
import type { DocumentState } from './document-state';
import classes from './document-upload.module.css';

const icons: Record<DocumentState, typeof IconClock> = {
  todo: IconCircleDashed,
  again: IconAlertCircleFilled,
  ready: IconFileCheck,
  claimed: IconClock,
  checking: IconClock,
  accepted: IconCircleCheckFilled,
  notRequired: IconCircleMinus,
  expired: IconClockX,
};

/** The document state as an icon; the text beside it says the same. */
export function DocumentMark({ state }: { state: DocumentState }) {
  const Icon = icons[state];
  return (
    <Icon size={22} stroke={1.75} className={`${classes.mark} fixed faint`} data-state={state} aria-hidden />
  );
}
