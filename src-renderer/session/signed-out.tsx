/** @file What a browser shows that has no session: why, and how to get in. Nothing of the app is seen. */

import { useEffect } from 'react';
import { SECRET_PLACE, type SignedOut } from '../browser-session.ts';
import { sessionTexts } from '../texts/session.ts';
import classes from './signed-out.module.css';

export function SignedOutPage({ why }: { why: SignedOut }) {
  // All tabs share a session: one that signs in brings the others back.
  useEffect(() => {
    const comeBack = ({ key, newValue }: StorageEvent) => {
      if (key === SECRET_PLACE && newValue !== null) location.reload();
    };
    addEventListener('storage', comeBack);
    return () => removeEventListener('storage', comeBack);
  }, []);
  return (
    <main className={classes['page']}>
      <h1>{sessionTexts.signedOut}</h1>
      <p role="status">{sessionTexts.why[why]}</p>
      <p>{sessionTexts.goesOn}</p>
      <p>{sessionTexts.wayBack}</p>
    </main>
  );
}
