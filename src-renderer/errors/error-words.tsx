/** @file One error in words: what happened and what to do. */

import { describeError, type ErrorRecord } from '../../src-shared/errors.ts';
import { errorTexts } from '../texts/errors.ts';
import classes from './error-words.module.css';

interface ErrorWordsProps {
  error: ErrorRecord;
  /** Names the file where the context does not. */
  about?: string | undefined;
  /** A person asked once, so the app does not try again by itself. */
  isAskedOnce?: boolean;
}

export function ErrorWords({ error, about, isAskedOnce = false }: ErrorWordsProps) {
  const { title, detail, remedy } = describeError(error);
  const isOfTheWay = error.retryable && /^(network|service)\./.test(error.code);
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
      <p>{isAskedOnce && isOfTheWay ? errorTexts.tryAgain : remedy}</p>
    </div>
  );
}
