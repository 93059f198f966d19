/** @file One failure in words: what happened, and what to do about it. */

import { describeError, type ErrorRecord } from '../../src-preload/errors.ts';
import classes from './error-words.module.css';

/** `about` names the file where the place does not. */
export function ErrorWords({ error, about }: { error: ErrorRecord; about?: string | undefined }) {
  const { title, detail, remedy } = describeError(error);
  return (
    <div className={classes['words']}>
      <strong>
        {about !== undefined && (
          <>
            <bdi>{about}</bdi>:{' '}
          </>
        )}
        {title}
      </strong>
      <p>{detail}</p>
      <p>{remedy}</p>
    </div>
  );
}
