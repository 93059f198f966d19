/** @file Who did what at which desk of the team, found by person, desk and day. */

import { Anchor, Button, Paper, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { TeamHappening, TeamLedgerRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { teamHappeningInWords } from '../../src-shared/team-history-words.ts';
import { Loading } from '../frame/page.tsx';
import { HappeningNotes } from '../history/entry-table.tsx';
import { RefreshButton } from '../refresh-button.tsx';
import { addressOf } from '../routes.ts';
import { DataTable } from '../table/data-table.tsx';
import { historyTexts } from '../texts/history.ts';
import { teamTexts, teamHistoryTexts as texts } from '../texts/team.ts';
import { dateFormat } from '../wording.ts';
import { LedgerStanding } from './ledger-standing.tsx';
import classes from './team.module.css';
import { type Asked, filterOfTeam, nothingAsked } from './team-look-up.ts';
import { useTeamHistory } from './use-team-history.ts';

const moments = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' });

/** `children`: the choice of what is shown. */
export function TeamHistory({ ledger, children }: { ledger: TeamLedgerRow; children: ReactNode }) {
  const [asked, setAsked] = useState(nothingAsked);
  const { happenings, hasMore, isLoading, error, more, refresh } = useTeamHistory(ledger.ledger, filterOfTeam(asked));
  return (
    <>
      <LedgerStanding ledger={ledger} isKnown={happenings !== undefined} error={error} />
      <div className={classes['tools']}>
        {children}
        <RefreshButton isLoading={isLoading} onRefresh={refresh} />
      </div>
      <LookUp asked={asked} onChange={setAsked} />
      {happenings === undefined && error === undefined && <Loading>{teamTexts.loading}</Loading>}
      {happenings !== undefined && (
        <>
          <Text size="sm" role="status">
            {happenings.length === 0
              ? message('The team ledger tells nothing that fits.')
              : historyTexts.shown(happenings.length, !hasMore)}
          </Text>
          {happenings.length > 0 && <Happenings ledger={ledger} happenings={happenings} />}
          {hasMore && (
            <Button variant="default" className={classes['more'] ?? ''} loading={isLoading} onClick={more}>
              {historyTexts.more}
            </Button>
          )}
        </>
      )}
    </>
  );
}

function LookUp({ asked, onChange }: { asked: Asked; onChange: (asked: Asked) => void }) {
  const field = (name: keyof Asked) => ({
    label: texts.fields[name],
    value: asked[name],
    maxLength: 500,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...asked, [name]: event.currentTarget.value }),
  });
  return (
    <Paper
      withBorder
      p="md"
      radius="md"
      component="search"
      aria-label={message('Find in the history of the team')}
      className={classes['fields'] ?? ''}
    >
      <TextInput {...field('person')} />
      <TextInput {...field('desk')} />
      <TextInput type="date" {...field('from')} />
      <TextInput type="date" {...field('to')} />
    </Paper>
  );
}

function Happenings({ ledger, happenings }: { ledger: TeamLedgerRow; happenings: readonly TeamHappening[] }) {
  return (
    <DataTable
      label={message('Who did what at which desk')}
      isInBlocks
      frame="bordered"
      className={classes['rows']}
      rows={happenings}
      columns={[
        { heading: message('Time'), className: classes['moment'], cell: ({ at }) => moments().format(at) },
        {
          heading: message('Person'),
          cell: ({ person }) => (
            <>
              <bdi>{person}</bdi> {person === ledger.person && teamTexts.you}
            </>
          ),
        },
        {
          heading: message('Desk'),
          cell: ({ desk, detail: { user } }) => (
            <>
              <bdi>{desk}</bdi>
              {user !== undefined && <span className="small-print">{message('as {user}', { user })}</span>}
            </>
          ),
        },
        {
          heading: message('What happened'),
          cell: (happening) => (
            <>
              {teamHappeningInWords(happening)}
              <HappeningNotes {...happening.detail} />
            </>
          ),
        },
        {
          heading: message('File'),
          className: classes['name'],
          cell: ({ detail: { file, offer } }) => {
            if (file === undefined) return '';
            const name = <bdi>{file}</bdi>;
            if (offer === undefined || offer === 0) return name;
            return (
              <Anchor href={addressOf({ page: 'team', offer: { ledger: ledger.ledger, id: offer } })}>{name}</Anchor>
            );
          },
        },
      ]}
    />
  );
}
