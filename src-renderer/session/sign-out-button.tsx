/** @file Ends the session of this browser, for all of its tabs. Only the browser shell has sessions. */

import { IconLogout } from '@tabler/icons-react';
import { SignName } from '../frame/sign-name.tsx';
import { useSession } from '../session-context.ts';
import { sessionTexts } from '../texts/session.ts';
import classes from './sign-out-button.module.css';

export function SignOutButton() {
  const session = useSession();
  if (session === undefined) return null;
  // The connection ends with the session, and then the page shows that.
  return (
    <SignName name={sessionTexts.signOut}>
      {(title) => (
        <button type="button" className={classes['button']} title={title} onClick={() => void session.signOut()}>
          <IconLogout size={20} stroke={1.7} aria-hidden />
          <span>{sessionTexts.signOut}</span>
        </button>
      )}
    </SignName>
  );
}
