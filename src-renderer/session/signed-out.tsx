/** @file What a browser shows that has no session: why, and how to get in. Nothing of the app is seen. */

import type { SignedOut } from '../browser-session.ts';
import { sessionTexts } from '../texts/session.ts';
import classes from './signed-out.module.css';

export function SignedOutPage({ why }: { why: SignedOut }) {
  return (
    <main className={classes['page']}>
      <h1>{sessionTexts.signedOut}</h1>
      <p role="status">{sessionTexts.why[why]}</p>
      <p>{sessionTexts.goesOn}</p>
      <p>{sessionTexts.wayBack}</p>
    </main>
  );
}
