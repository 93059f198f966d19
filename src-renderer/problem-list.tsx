/** @file Failures in words: what happened, and what to do about it. */

import { describeError, type ErrorRecord } from '../src-preload/errors.ts';
import type { Problem } from './queue-store.ts';

/** The problems that belong to no row; without any, nothing. */
export function ProblemList({ problems, onDismiss }: { problems: readonly Problem[]; onDismiss?: () => void }) {
  if (problems.length === 0) return null;
  return (
    <section className="problems" role="alert">
      <ul>
        {problems.map(({ fileName, error }) => (
          <li key={`${fileName} ${error.code}`}>
            <ErrorWords error={error} about={fileName} />
          </li>
        ))}
      </ul>
      {onDismiss !== undefined && (
        <button type="button" onClick={onDismiss}>
          Dismiss
        </button>
      )}
    </section>
  );
}

/** One failure; `about` names the file where the place does not. */
export function ErrorWords({ error, about }: { error: ErrorRecord; about?: string | undefined }) {
  const { title, detail, remedy } = describeError(error);
  return (
    <>
      <strong>{about === undefined ? title : `${about}: ${title}`}</strong>
      <p>{detail}</p>
      <p className="remedy">{remedy}</p>
    </>
  );
}
