/** @file What a team ledger says of the id that was searched for: who sent it, when, from which desk, with which file. */

import { Loader } from '@mantine/core';
import type { TeamPlace } from '../../src-shared/contract.ts';
import { assertNever, describeError } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { DataTable } from '../table/data-table.tsx';
import { dateFormat } from '../wording.ts';
import classes from './found-places.module.css';
import type { ToldTeam } from './team-places.ts';

const moments = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

interface PartProps {
  /** As it was searched for. */
  id: string;
  ledger: string;
  told: ToldTeam;
}

export function TeamPlacesPart({ id, ledger, told }: PartProps) {
  switch (told.kind) {
    case 'asking':
      return (
        <p role="status" className={classes['note']}>
          <Loader size="xs" aria-hidden /> {message('Asking the team ledger {ledger}…', { ledger })}
        </p>
      );
    case 'away':
      return (
        <p className={classes['note']}>
          {message('The team ledger {ledger} does not answer, so only this computer was searched.', { ledger })}
        </p>
      );
    case 'not-searched':
      return (
        <p className={classes['note']}>
          {message('Only this computer was searched, and not the team ledger {ledger}: {why}', {
            ledger,
            why: describeError(told.error, 'window').detail,
          })}
        </p>
      );
    case 'nothing':
      return (
        <>
          <p className={classes['note']}>
            {message('No other desk has announced it in the team ledger {ledger}.', { ledger })}
          </p>
          <Unsearched count={told.unsearched} />
        </>
      );
    case 'places':
      return (
        <>
          <TeamPlaceTable id={id} ledger={ledger} places={told.places} />
          {told.isCut && (
            <p className="small-print">
              {message('There are more files of the team than these {count, number}.', { count: told.places.length })}
            </p>
          )}
          <Unsearched count={told.unsearched} />
          <p className="small-print">
            {message(
              'What is found here is as good as certain, but no proof. The desk that sent it tells the line and the batch.',
            )}
          </p>
        </>
      );
    default:
      return assertNever(told);
  }
}

function Unsearched({ count }: { count: number }) {
  return count === 0 ? null : (
    <p className="small-print">
      {message(
        '{count, plural, one {# file of the team was announced without its ids, so it was not searched.} other {# files of the team were announced without their ids, so they were not searched.}}',
        { count },
      )}
    </p>
  );
}

function TeamPlaceTable({ id, ledger, places }: Omit<PartProps, 'told'> & { places: readonly TeamPlace[] }) {
  return (
    <DataTable
      label={message('{id} in the team ledger {ledger}', { id, ledger })}
      hasCaption
      className={classes['table']}
      rows={places}
      keyOf={({ sending }) => sending}
      columns={[
        {
          heading: message('File'),
          isName: true,
          cell: ({ fileName, isHere, own }) => (
            <>
              <bdi>{fileName}</bdi>
              {isHere && own === undefined && (
                <p className="small-print">{message('The same bytes as a file of this computer')}</p>
              )}
            </>
          ),
        },
        { heading: message('Sent by'), cell: ({ person }) => <bdi>{person}</bdi> },
        {
          heading: message('Desk'),
          cell: ({ desk, own }) => (
            <>
              <bdi>{desk}</bdi>
              {own !== undefined && <p className="small-print">{message('This computer')}</p>}
            </>
          ),
        },
        {
          heading: message('When'),
          cell: ({ at, announcedLater: later }) => (
            <>
              {moments().format(at)}
              {later !== undefined && (
                <p className="small-print">
                  {message('Announced only later, {moment}', { moment: moments().format(later) })}
                </p>
              )}
            </>
          ),
        },
        {
          heading: message('Goes to'),
          title: ({ destination }) => destination,
          cell: ({ connection, destination }) => <bdi>{connection ?? destination}</bdi>,
        },
        {
          heading: message('State'),
          cell: ({ counts }) =>
            counts ? message('Announced, counts as sent') : message('Rejected by the service, does not count'),
        },
      ]}
    />
  );
}
