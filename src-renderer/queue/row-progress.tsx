/** @file The progress in a row: what became of its lines once it rests, a bar while it moves, and in words what matters most. */

import { IconChecks } from '@tabler/icons-react';
import { type Account, hasOutcomes, isWhole } from '../../src-shared/account.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { describeError } from '../../src-shared/errors.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { message } from '../../src-shared/languages/message.ts';
import { factsOf } from '../../src-shared/states.ts';
import { isWaitOf, waitInWords } from '../../src-shared/wait-words.ts';
import { AccountBar, AccountWords } from '../progress/account-bar.tsx';
import { ProgressBar } from '../progress/progress-bar.tsx';
import { SentAgain } from '../progress/sent-again.tsx';
import { leadingTone, tonesOf } from '../progress/tones.ts';
import { addressOf } from '../routes.ts';
import { useQueue } from '../stores.ts';
import { accountTexts } from '../texts/account.ts';
import { progressTexts, toneWords } from '../texts/progress.ts';
import { duration, size } from '../wording.ts';
import { isAtRest } from './group-figures.ts';
import { RowNotes } from './row-notes.tsx';
import classes from './row-progress.module.css';

/**
 * The account of one that rests, once something has become of its lines; of a correction, that of all that it corrects, unless another
 * one has a part of that. What a person has begun to correct was rejected only as it was.
 */
function restingAccount({ state, account, story, keptCorrections }: SubmissionRow): Account | undefined {
  if (keptCorrections !== undefined) return undefined;
  const shown = (story?.partOf === undefined ? story?.account : undefined) ?? account;
  return shown !== undefined && isAtRest(state) && hasOutcomes(shown) ? shown : undefined;
}

/** Whether there is a part to show between nothing and all. */
function hasBar({ state, waitsForCheck, whole, sent, accepted, error }: SubmissionRow): boolean {
  if (state === 'checking') return waitsForCheck !== true;
  const { end } = factsOf(state);
  // Where it ended with an error, the words matter more.
  if (end === 'success' || (end !== undefined && error !== undefined)) return false;
  return whole.batches > 0 && sent.bytes + accepted.bytes > 0;
}

interface RowProgressProps {
  row: SubmissionRow;
  /** In one line, with the notes that stand below the state otherwise. */
  isCompact: boolean;
  /** Of its links: the Tab key reaches those of one row. */
  tabIndex: 0 | -1;
}

export function RowProgress(props: RowProgressProps) {
  const { row, tabIndex } = props;
  const correctedBy = factsOf(row.state).end === 'settled' ? row.story?.correctedBy : undefined;
  if (correctedBy !== undefined) return <CorrectedBy id={correctedBy} tabIndex={tabIndex} />;
  return <OwnProgress {...props} />;
}

/** What became of its lines stands beside what corrects it: told twice, one file would look like two. */
function CorrectedBy({ id, tabIndex }: Pick<SubmissionRow, 'id'> & Pick<RowProgressProps, 'tabIndex'>) {
  const name = useQueue(({ list }) => list?.rows.get(id)?.fileName);
  return (
    <div className={classes['remark']}>
      <a href={addressOf({ page: 'submission', id })} tabIndex={tabIndex}>
        {name === undefined ? accountTexts.correctedBy(id) : accountTexts.correctedByFile(name)}
      </a>
    </div>
  );
}

function OwnProgress({ row, isCompact, tabIndex }: RowProgressProps) {
  const account = restingAccount(row);
  const isShown = account === undefined && hasBar(row);
  const isInParts = account !== undefined && !isWhole(account);
  return (
    <div className={classes['progress']}>
      {isShown && <BarWithFigure row={row} />}
      {isInParts && (
        <div className={classes['accountBar']}>
          <AccountBar account={account} />
        </div>
      )}
      <div className={classes['remark']} data-lines={isShown || isCompact ? 2 : undefined}>
        {account !== undefined && row.story !== undefined && <StoryLink story={row.story} tabIndex={tabIndex} />}
        {account !== undefined && <Outcome account={account} />}
        {isCompact && row.speed === undefined && <RowNotes row={row} />}
        <Remark row={row} hasBar={isShown} hasAccount={account !== undefined} />
        {isCompact && row.speed !== undefined && <RowNotes row={row} />}
      </div>
    </div>
  );
}

/** To the submission with which the account is one: what it was corrected by, else what it corrects. */
interface StoryLinkProps extends Pick<RowProgressProps, 'tabIndex'> {
  story: NonNullable<SubmissionRow['story']>;
}

function StoryLink({ story: { correctedBy, corrects }, tabIndex }: StoryLinkProps) {
  const id = correctedBy ?? corrects;
  if (id === undefined) return null;
  return (
    <a href={addressOf({ page: 'submission', id })} tabIndex={tabIndex}>
      {accountTexts.with(id)}
    </a>
  );
}

/** With a sign where every line is where it should be: what was left out must not look like what was accepted. */
function Outcome({ account }: { account: Account }) {
  if (!isWhole(account)) return <AccountWords account={account} />;
  return (
    <span className={classes['all']}>
      <IconChecks size={15} aria-hidden />
      <AccountWords account={account} />
    </span>
  );
}

function BarWithFigure({ row }: { row: SubmissionRow }) {
  const leading = leadingTone(row);
  const percent = tonesOf(row).find(({ tone }) => tone === leading)?.percent ?? 0;
  return (
    <div className={classes['barWithFigure']}>
      <ProgressBar row={row} />
      <span className={classes['figure']} title={labelled(toneWords[leading].label, toneWords[leading].meaning)}>
        {progressTexts.percent(percent)}
      </span>
    </div>
  );
}

/** Why it waits or has failed, else its warning, else how fast it moves, else where it stands. */
function Remark({ row, hasBar: isBarShown, hasAccount }: { row: SubmissionRow; hasBar: boolean; hasAccount: boolean }) {
  const { state, speed, error, warning, waitsForCheck, sentAgainBytes = 0 } = row;
  const wait = useQueue(({ list }) => list?.waits?.find((one) => isWaitOf(one, row)));
  const record = error ?? warning;
  if (speed !== undefined && (error === undefined || error.retryable)) {
    return (
      <>
        <span className={classes['speed']}>{progressTexts.perSecond(size(speed.bytesPerSecond))}</span>
        {speed.remainingMs !== undefined && <span>{progressTexts.left(duration(speed.remainingMs))}</span>}
      </>
    );
  }
  if (record !== undefined) {
    const { title, detail, remedy } = describeError(record);
    // What a person has to decide is not yet a failure.
    const hard = factsOf(state).phase === 'deciding' ? 'attention' : 'trouble';
    const tone = error === undefined || error.retryable ? 'mild' : hard;
    return (
      <span className={classes['reason']} data-tone={tone} title={`${title}. ${detail} ${remedy}`}>
        {record.code.startsWith('hours.') ? detail : <strong>{title}</strong>}
      </span>
    );
  }
  if (sentAgainBytes > 0) return <SentAgain row={row} />;
  if (hasAccount) return null;
  if (isBarShown) return <span>{toneWords[leadingTone(row)].label}</span>;
  if (waitsForCheck === true) return <span>{message('Not checked yet')}</span>;
  if (wait !== undefined) return <span title={waitInWords(wait, Date.now())}>{message('Waits for its turn')}</span>;
  return <span>{isAtRest(state) ? message('Nothing was sent') : message('Nothing sent yet')}</span>;
}
