/** @file The queue as a table: one row for each submission, and below it what keeps it from going on. */

import type { SubmissionRow } from '../src-preload/contract.ts';
import { ErrorWords } from './problem-list.tsx';
import { Progress } from './progress.tsx';
import { type Action, actionsFor, actionWords, counted, size, stateInWords, toneOf } from './wording.ts';

type OnAction = (action: Action, row: SubmissionRow) => void;

export function QueueTable({ rows, onAction }: { rows: readonly SubmissionRow[]; onAction: OnAction }) {
  return (
    <table>
      <caption className="unseen">Submissions, newest first</caption>
      <colgroup>
        <col className="file-column" />
        <col className="connection-column" />
        <col className="state-column" />
        <col className="progress-column" />
        <col className="actions-column" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Connection</th>
          <th scope="col">State</th>
          <th scope="col">Progress</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      {rows.map((row) => (
        <Submission key={row.id} row={row} onAction={onAction} />
      ))}
    </table>
  );
}

function Submission({ row, onAction }: { row: SubmissionRow; onAction: OnAction }) {
  const { fileName, folder, connection, state, error } = row;
  return (
    <tbody>
      <tr>
        <th scope="row" className="file">
          <span className="file-name" title={`${fileName} in ${folder}`}>
            {fileName}
          </span>
          <span className="quiet folder">{folder}</span>
          <span className="quiet">{extentOf(row)}</span>
        </th>
        <td>{connection}</td>
        <td>
          <span className={`badge ${toneOf(state)}`}>{stateInWords(state)}</span>
          {row.paused && state !== 'paused' && <span className="quiet">Pausing is asked for</span>}
          <span className="quiet">{findingsOf(row)}</span>
          {state === 'held' && <span className="quiet">Nothing was sent. Correct the file and add it again.</span>}
        </td>
        <td>
          <Progress row={row} />
        </td>
        <td>
          <div className="buttons">
            {actionsFor(row).map((action) => (
              <button
                key={action}
                type="button"
                title={actionWords[action].explanation}
                aria-label={`${actionWords[action].label} ${fileName}`}
                onClick={() => onAction(action, row)}
              >
                {actionWords[action].label}
              </button>
            ))}
          </div>
        </td>
      </tr>
      {error !== undefined && (
        <tr className={error.retryable ? 'reason' : 'reason trouble'}>
          <td colSpan={5}>
            <div>
              <ErrorWords error={error} />
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function extentOf({ bytes, lines }: SubmissionRow): string {
  if (bytes === undefined) return '';
  return lines === 0 ? size(bytes) : `${size(bytes)}, ${counted(lines, 'line')}`;
}

function findingsOf({ errors, warnings }: SubmissionRow): string {
  const findings = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')];
  return findings.filter((finding) => finding !== false).join(', ');
}
