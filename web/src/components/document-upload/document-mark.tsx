import {
  IconAlertCircleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
  IconClock,
  IconClockX,
  IconFileCheck,
} from '@tabler/icons-react';
import classes from './document-upload.module.css';
import type { Standing } from './standing';

const icons: Record<Standing, typeof IconClock> = {
  todo: IconCircleDashed,
  again: IconAlertCircleFilled,
  ready: IconFileCheck,
  claimed: IconClock,
  checking: IconClock,
  accepted: IconCircleCheckFilled,
  notRequired: IconCircleMinus,
  expired: IconClockX,
};

/** How a document stands, at a glance; the words beside it say the same. */
export function DocumentMark({ standing }: { standing: Standing }) {
  const Icon = icons[standing];
  return <Icon size={22} stroke={1.75} className={classes.mark} data-standing={standing} aria-hidden />;
}
