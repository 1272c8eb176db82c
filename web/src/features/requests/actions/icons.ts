import {
  IconArrowForwardUp,
  IconBan,
  IconBell,
  IconCalendarPlus,
  IconCheck,
  IconCopy,
  IconFilePlus,
  IconPencil,
  type IconProps,
  IconSend,
  IconTrash,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { RequestAction } from '@/lib/requests';

export const icons: Record<RequestAction, ComponentType<IconProps>> = {
  send: IconSend,
  edit: IconPencil,
  delete: IconTrash,
  approve: IconCheck,
  decline: IconX,
  extend: IconCalendarPlus,
  cancel: IconBan,
  forward: IconArrowForwardUp,
  notify: IconBell,
  adddocument: IconFilePlus,
  addparty: IconUserPlus,
  clone: IconCopy,
};
