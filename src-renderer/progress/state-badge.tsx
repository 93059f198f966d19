/** @file The state of a submission or a batch: an icon, a word and a colour. */

import {
  IconAlertTriangle,
  IconArrowForwardUp,
  IconArrowUp,
  IconBan,
  IconCheck,
  IconCircleHalf2,
  IconClock,
  IconCloud,
  IconCopy,
  IconFileSearch,
  IconFileUnknown,
  IconHandStop,
  IconListCheck,
  IconPlayerPause,
  IconQuestionMark,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { type LineOutcome, outcomeWords } from '../../src-shared/account.ts';
import { awaitsTeam } from '../../src-shared/awaits-team.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { stateName } from '../../src-shared/state-words.ts';
import { factsOf } from '../../src-shared/states.ts';
import { leftOutOf } from '../left-out.ts';
import { isStuck } from '../steps/next-steps.ts';
import {
  doubledWords,
  keptExplanation,
  leftOutExplanation,
  type State,
  stateExplanations,
  stuckWords,
  type Tone,
  tones,
  waitsForCheckWords,
  waitsForTeam,
  waitsForTeamWord,
} from '../texts/states.ts';
import classes from './state-badge.module.css';

const icons: Record<State, typeof IconCheck> = {
  checking: IconFileSearch,
  'check-failed': IconAlertTriangle,
  held: IconHandStop,
  checked: IconListCheck,
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
  unreported: IconFileUnknown,
  'partially-accepted': IconCircleHalf2,
  failed: IconAlertTriangle,
  cancelled: IconBan,
};

/** @param part of several files, how many have the state */
export function StateBadge({ state, part }: { state: State; part?: { count: number; of: number } | undefined }) {
  const name = stateName(state);
  const words = {
    words: part === undefined ? name : message('{state}: {count, number} of {of, number}', { state: name, ...part }),
    explanation: stateExplanations[state],
  };
  return <Badge Icon={icons[state]} tone={tones[state]} {...words} />;
}

/** What the service has processed under two batch ids. */
export function DoubledBadge() {
  return <Badge Icon={IconCopy} tone="trouble" {...doubledWords} />;
}

/** The state of a submission, which may only wait for its check, for a person, or for another computer. */
export function SubmissionBadge({
  row,
}: {
  row: Pick<
    SubmissionRow,
    'state' | 'waitsForCheck' | 'isForTeam' | 'error' | 'errors' | 'doubled' | 'account' | 'story' | 'keptCorrections'
  >;
}) {
  const { state, waitsForCheck, isForTeam, error, errors, doubled, keptCorrections } = row;
  if (doubled !== undefined && factsOf(state).phase === 'ended') return <DoubledBadge />;
  if (waitsForCheck === true) return <Badge Icon={IconClock} tone="resting" {...waitsForCheckWords} />;
  if (state === 'held' && error !== undefined && awaitsTeam(error))
    return (
      <Badge Icon={IconClock} tone="attention" words={waitsForTeamWord} explanation={describeError(error).title} />
    );
  if (keptCorrections !== undefined)
    return <Badge Icon={icons[state]} tone={tones[state]} words={stateName(state)} explanation={keptExplanation} />;
  if (factsOf(state).end === 'checked' && errors > 0) {
    const words = { words: stateName(state), explanation: stateExplanations[state] };
    return <Badge Icon={IconAlertTriangle} tone="attention" {...words} />;
  }
  const leftOut = leftOutOf(row);
  if (factsOf(state).end === 'success' && leftOut > 0)
    return (
      <Badge
        Icon={icons[state]}
        tone={tones[state]}
        words={stateName(state)}
        explanation={leftOutExplanation(leftOut)}
      />
    );
  if (error === undefined || !isStuck(row)) {
    if (isForTeam !== true || state !== 'waiting') return <StateBadge state={state} />;
    return <Badge Icon={icons.waiting} tone={tones.waiting} words={stateName('waiting')} explanation={waitsForTeam} />;
  }
  return <Badge Icon={IconHandStop} tone="attention" words={stuckWords} explanation={describeError(error).title} />;
}

const outcomes: Record<LineOutcome, Pick<BadgeProps, 'Icon' | 'tone'>> = {
  accepted: { Icon: IconCheck, tone: 'done' },
  rejected: { Icon: IconX, tone: 'trouble' },
  invalid: { Icon: IconX, tone: 'trouble' },
  leftOut: { Icon: IconBan, tone: 'resting' },
  pending: { Icon: IconCloud, tone: 'moving' },
  unsent: { Icon: IconClock, tone: 'resting' },
  unknown: { Icon: IconQuestionMark, tone: 'attention' },
};

/** What became of one line, whatever became of the others of its batch. */
export function OutcomeBadge({ outcome, state }: { outcome: LineOutcome; state: State }) {
  return <Badge {...outcomes[outcome]} words={outcomeWords[outcome]} explanation={stateExplanations[state]} />;
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
