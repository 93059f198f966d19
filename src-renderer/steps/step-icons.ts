/** @file The icon of each step, the same in every place. */

import {
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconShieldCheck,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { Step } from './next-steps.ts';

export const stepIcons: Record<Step, typeof IconSend> = {
  approve: IconSend,
  allowHost: IconShieldCheck,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  retry: IconRefresh,
  cancel: IconX,
  remove: IconTrash,
};
