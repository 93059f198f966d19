/** @file Whether the team ledger answers, who is signed in to it, what that person may do, and whether a release is required. */

import { Alert } from '@mantine/core';
import { IconCheck, IconClock } from '@tabler/icons-react';
import type { OffersPage, ReleaseRule, TeamLedgerRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { withColon } from '../../src-shared/languages/labelled.ts';
import { message } from '../../src-shared/languages/message.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Badge } from '../progress/state-badge.tsx';
import { roleWords, teamTexts } from '../texts/team.ts';
import { momentOf } from '../wording.ts';
import { PutBackNotice } from './put-back-notice.tsx';
import classes from './team.module.css';

interface LedgerStandingProps {
  ledger: TeamLedgerRow;
  /** Undefined until the ledger has told it. */
  known?: Pick<OffersPage, 'roles' | 'release' | 'putBack'> | undefined;
  /** It has answered something. */
  isKnown: boolean;
  /** Why it did not answer the latest question. */
  error: ErrorRecord | undefined;
  /** A person has said something that changes what the ledger tells. */
  onChanged?: (() => void) | undefined;
}

export function LedgerStanding({ ledger, known, isKnown, error, onChanged = () => {} }: LedgerStandingProps) {
  const trouble = error ?? ledger.away;
  const roles = known?.roles;
  return (
    <>
      <div className={classes['standing']}>
        <span role="status">
          {trouble !== undefined ? (
            <Badge
              Icon={IconClock}
              tone="attention"
              words={message('Does not answer')}
              explanation={message('Tranship asks again by itself. What is shown is what it knew before.')}
            />
          ) : (
            isKnown && (
              <Badge
                Icon={IconCheck}
                tone="done"
                words={message('Answers')}
                explanation={message('The team ledger answered when it was last asked.')}
              />
            )
          )}
        </span>
        <bdi className="service-word">{ledger.name}</bdi>
        <span>{message('You are {person}, at {desk}.', { person: ledger.person, desk: ledger.desk })}</span>
        {roles !== undefined && roles.length > 0 && (
          <span>
            {withColon(message('Your roles'))}{' '}
            {roles.map((role, place) => (
              <span key={role} title={roleWords[role].meaning}>
                {place > 0 && ', '}
                {roleWords[role].word}
              </span>
            ))}
          </span>
        )}
      </div>
      {known !== undefined && (
        <div className={classes['release']}>
          {releaseInWords(known.release).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </div>
      )}
      {trouble !== undefined && <ErrorNotice error={trouble} />}
      {known?.putBack !== undefined && (
        <PutBackNotice
          ledger={ledger.ledger}
          putBack={known.putBack}
          mayDecide={known.roles.some((role) => role === 'sender' || role === 'administrator')}
          onDecided={onChanged}
        />
      )}
      {roles?.length === 0 && (
        <Alert title={message('You have no role in this ledger')}>
          {message('An administrator of the team ledger gives roles. Until then you can neither offer nor release.')}
        </Alert>
      )}
    </>
  );
}

function releaseInWords(release: ReleaseRule | undefined): string[] {
  const words = teamTexts.release;
  if (release === undefined) return [words.none];
  if (release.setBy === 'policy') return [words.policy];
  const { by, since, reason, ending } = release;
  const required = words.ledger(by, momentOf(since), reason);
  return ending === undefined ? [required] : [required, words.ending(ending.by, momentOf(ending.at))];
}
