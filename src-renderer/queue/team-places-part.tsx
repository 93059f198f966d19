/** @file What a team ledger says of the id that was searched for: who sent it, when, from which desk, with which file. */

import { Loader } from '@mantine/core';
import type { TeamPlace } from '../../src-shared/contract.ts';
import { assertNever, describeError } from '../../src-shared/errors.ts';
import { DataTable } from '../table/data-table.tsx';
import { teamPlaceTexts as texts } from '../texts/queue.ts';
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
          <Loader size="xs" aria-hidden /> {texts.asking(ledger)}
        </p>
      );
    case 'away':
      return <p className={classes['note']}>{texts.away(ledger)}</p>;
    case 'not-searched':
      return <p className={classes['note']}>{texts.notSearched(ledger, describeError(told.error, 'window').detail)}</p>;
    case 'nothing':
      return (
        <>
          <p className={classes['note']}>{texts.nothing(ledger)}</p>
          <Unsearched count={told.unsearched} />
        </>
      );
    case 'places':
      return (
        <>
          <TeamPlaceTable id={id} ledger={ledger} places={told.places} />
          {told.isCut && <p className="small-print">{texts.isCut(told.places.length)}</p>}
          <Unsearched count={told.unsearched} />
          <p className="small-print">{texts.proof}</p>
        </>
      );
    default:
      return assertNever(told);
  }
}

function Unsearched({ count }: { count: number }) {
  return count === 0 ? null : <p className="small-print">{texts.unsearched(count)}</p>;
}

function TeamPlaceTable({ id, ledger, places }: Omit<PartProps, 'told'> & { places: readonly TeamPlace[] }) {
  const { columns } = texts;
  return (
    <DataTable
      label={texts.title(id, ledger)}
      hasCaption
      className={classes['table']}
      rows={places}
      keyOf={({ sending }) => sending}
      columns={[
        {
          heading: columns.file,
          isName: true,
          cell: ({ fileName, isHere, own }) => (
            <>
              <bdi>{fileName}</bdi>
              {isHere && own === undefined && <p className="small-print">{texts.isHere}</p>}
            </>
          ),
        },
        { heading: columns.person, cell: ({ person }) => <bdi>{person}</bdi> },
        {
          heading: columns.desk,
          cell: ({ desk, own }) => (
            <>
              <bdi>{desk}</bdi>
              {own !== undefined && <p className="small-print">{texts.own}</p>}
            </>
          ),
        },
        {
          heading: columns.when,
          cell: ({ at, announcedLater: later }) => (
            <>
              {moments().format(at)}
              {later !== undefined && <p className="small-print">{texts.later(moments().format(later))}</p>}
            </>
          ),
        },
        {
          heading: columns.destination,
          title: ({ destination }) => destination,
          cell: ({ connection, destination }) => <bdi>{connection ?? destination}</bdi>,
        },
        { heading: columns.state, cell: ({ counts }) => (counts ? texts.counts : texts.refused) },
      ]}
    />
  );
}
