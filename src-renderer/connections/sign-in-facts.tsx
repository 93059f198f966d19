/** @file A connection's credentials, the remaining validity of its certificate, and whether it is signed in. */

import { IconAlertTriangle, IconCertificate, IconCircleX, IconKey, IconKeyOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ConnectionRow } from '../../src-shared/contract.ts';
import { HOUR, MINUTE } from '../../src-shared/durations.ts';
import { describeError } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useConnections } from '../stores.ts';
import { signInTexts } from '../texts/connections.ts';
import { useTimeLeft } from '../use-time-left.ts';
import { dateOf } from '../wording.ts';
import classes from './connection-card.module.css';
import { validityAt } from './validity.ts';

/** Part of the card's list of facts. */
export function SignInFacts({ row }: { row: ConnectionRow }) {
  const { hasSecret, certificate, origin, error } = row;
  const isLocked = error?.code === 'secret.store-changed' || error?.code === 'secret.store-closed';
  const Icon = certificate !== undefined ? IconCertificate : hasSecret ? IconKey : IconKeyOff;
  const way = certificate === undefined ? (hasSecret ? 'secret' : 'nothing') : hasSecret ? 'both' : 'certificate';
  return (
    <>
      {(origin === 'stored' || origin === 'policy') && (
        <div>
          <dt>{message('Signs in with')}</dt>
          <dd className={classes['sign']}>
            <Icon size={15} aria-hidden />
            {signInTexts.ways[way]}
            {isLocked && <span className={classes['warning']}>{message('It cannot be decrypted now.')}</span>}
          </dd>
        </div>
      )}
      <SignedIn row={row} />
      {certificate !== undefined && <Certificate certificate={certificate} />}
    </>
  );
}

function SignedIn({ row: { signedInUntil: until, refusedSignIn } }: { row: ConnectionRow }) {
  const minutes = useTimeLeft(until, MINUTE);
  const refresh = useConnections((store) => store.refresh);
  const hasEnded = until !== undefined && minutes === 0;
  // The connection may have signed in again since.
  useEffect(() => {
    if (hasEnded) void refresh();
  }, [hasEnded, refresh]);
  return (
    <div>
      <dt>{message('Signed in')}</dt>
      {refusedSignIn === undefined ? (
        <dd>{minutes === 0 ? message('Only when needed') : signInTexts.signedIn(minutes)}</dd>
      ) : (
        <dd className={classes['sign']} data-tone="trouble" title={describeError(refusedSignIn).detail}>
          <IconCircleX size={15} aria-hidden />
          {message('No: the last sign-in was refused')}
        </dd>
      )}
    </div>
  );
}

function Certificate({ certificate }: { certificate: NonNullable<ConnectionRow['certificate']> }) {
  const { subject, issuer, validUntil } = certificate;
  // Updated every hour, because the window may stay open for weeks.
  useTimeLeft(validUntil, HOUR);
  const { tone, days } = validityAt(validUntil, Date.now());
  return (
    <>
      <div>
        <dt>{message('Client certificate')}</dt>
        <dd>
          {subject}
          <span className="small-print">{message('Issued by {issuer}', { issuer })}</span>
        </dd>
      </div>
      <div>
        <dt>{message('Certificate is valid')}</dt>
        <dd className={classes['sign']} data-tone={tone}>
          {tone === 'attention' && <IconAlertTriangle size={15} aria-hidden />}
          {tone === 'trouble' && <IconCircleX size={15} aria-hidden />}
          <span>
            {message('Until {day}', { day: dateOf(validUntil) })}
            {tone !== 'good' && (
              <span className={classes['warning']}>
                {tone === 'trouble'
                  ? message('It has expired, so the service refuses it. Replace it with a new one.')
                  : signInTexts.expiresSoon(days)}
              </span>
            )}
          </span>
        </dd>
      </div>
    </>
  );
}
