/** @file What a browser shows that has no session: why, and how to get in. Nothing of the app is seen. */

import { useEffect } from 'react';
import { message } from '../../src-shared/languages/message.ts';
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
      <h1>{message('You are signed out')}</h1>
      <p role="status">{sessionTexts.why[why]}</p>
      <p>{message('This stops nothing: what is being sent continues, and what waits for a person still waits.')}</p>
      <p>
        {message(
          'To sign in, press Enter in the terminal where Tranship was started, and open the new address here. If there is no such terminal, start Tranship again.',
        )}
      </p>
    </main>
  );
}
