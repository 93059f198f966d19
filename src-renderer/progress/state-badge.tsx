/** @file The state of a submission or a batch: an icon, a word and a colour. */

import {
  IconAlertTriangle,
  IconArrowForwardUp,
  IconArrowUp,
  IconBan,
  IconCheck,
  IconClock,
  IconCloud,
  IconFileSearch,
  IconHandStop,
  IconPlayerPause,
  IconQuestionMark,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { type State, stateExplanations, stateWords, stuckWords, type Tone, tones } from '../texts/states.ts';
import classes from './state-badge.module.css';

const icons: Record<State, typeof IconCheck> = {
  checking: IconFileSearch,
  'check-failed': IconAlertTriangle,
  held: IconHandStop,
  corrected: IconArrowForwardUp,
  paused: IconPlayerPause,
  waiting: IconClock,
  reserving: IconArrowUp,
  uploading: IconArrowUp,
  verifying: IconSearch,
  unknown: IconQuestionMark,
  processing: IconCloud,
  processed: IconCheck,
  rejected: IconX,
  failed: IconAlertTriangle,
  cancelled: IconBan,
};

/** @param stuck why it does not go on before a person helps */
export function StateBadge({ state, stuck }: { state: State; stuck?: string }) {
  if (stuck !== undefined) {
    return <Badge Icon={IconHandStop} tone="attention" words={stuckWords} explanation={stuck} />;
  }
  const words = { words: stateWords[state], explanation: stateExplanations[state] };
  return <Badge Icon={icons[state]} tone={tones[state]} {...words} />;
}

interface BadgeProps {
  Icon: typeof IconCheck;
  tone: Tone;
  words: string;
  explanation: string;
}

/** The same look for anything else with a state. */
export function Badge({ Icon, tone, words, explanation }: BadgeProps) {
  return (
    <span className={classes['badge']} data-tone={tone} title={explanation}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {words}
    </span>
  );
}
