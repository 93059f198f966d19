/** @file The icon of each action, the same in every place. */

import {
  IconAlertTriangle,
  IconBolt,
  IconFileText,
  IconKey,
  IconListDetails,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconRefresh,
  IconRouter,
  IconSearch,
  IconSend,
  IconShieldCheck,
  IconTrash,
  IconWand,
  IconX,
} from '@tabler/icons-react';
import type { Action } from './next-steps.ts';

export const stepIcons: Record<Action, typeof IconSend> = {
  approve: IconSend,
  release: IconSend,
  send: IconSend,
  tryNow: IconBolt,
  sendNow: IconBolt,
  allowHost: IconShieldCheck,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  retry: IconRefresh,
  cancel: IconX,
  remove: IconTrash,
  correct: IconWand,
  renewSecret: IconKey,
  openConnection: IconPlugConnected,
  openNetwork: IconRouter,
  seeErrors: IconAlertTriangle,
  seeWarnings: IconAlertTriangle,
  readReport: IconFileText,
  seeBatches: IconListDetails,
  seeEarlier: IconSearch,
};
