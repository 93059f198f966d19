/** @file Who did what at which desk of the team, found by person, desk and day. */

import { Anchor, Button, Paper, Table, Text, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { TeamHappening, TeamLedgerRow } from '../../src-shared/contract.ts';
import { teamHappeningInWords } from '../../src-shared/team-history-words.ts';
import { shortened } from '../copied-value.tsx';
import { ColumnHeads } from '../frame/column-heads.tsx';
import { Loading } from '../frame/page.tsx';
import { addressOf } from '../routes.ts';
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
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={isLoading}
          onClick={refresh}
        >
          {teamTexts.refresh}
        </Button>
      </div>
      <LookUp asked={asked} onChange={setAsked} />
      {happenings === undefined && error === undefined && <Loading>{teamTexts.loading}</Loading>}
      {happenings !== undefined && (
        <>
          <Text size="sm" role="status">
            {happenings.length === 0 ? texts.nothing : historyTexts.shown(happenings.length, !hasMore)}
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
    <Paper withBorder p="md" radius="md" component="search" aria-label={texts.find} className={classes['fields'] ?? ''}>
      <TextInput {...field('person')} />
      <TextInput {...field('desk')} />
      <TextInput type="date" {...field('from')} />
      <TextInput type="date" {...field('to')} />
    </Paper>
  );
}

function Happenings({ ledger, happenings }: { ledger: TeamLedgerRow; happenings: readonly TeamHappening[] }) {
  const { columns } = texts;
  return (
    <Paper withBorder radius="md">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['wide']} aria-label={texts.table} tabIndex={0}>
        <Table verticalSpacing="xs" horizontalSpacing="md">
          <ColumnHeads columns={[columns.time, columns.person, columns.desk, columns.what, columns.file]} />
          <Table.Tbody>
            {happenings.map((happening, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: older ones are only added at the end
              <Happening key={place} ledger={ledger} happening={happening} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Paper>
  );
}

function Happening({
  ledger: { ledger, person: self },
  happening,
}: {
  ledger: TeamLedgerRow;
  happening: TeamHappening;
}) {
  const { at, person, desk, detail } = happening;
  const { offer, file, batchId, reason, user } = detail;
  const name = file !== undefined && <bdi>{file}</bdi>;
  return (
    <Table.Tr>
      <Table.Td className={classes['moment'] ?? ''}>{moments().format(at)}</Table.Td>
      <Table.Td>
        <bdi>{person}</bdi> {person === self && teamTexts.you}
      </Table.Td>
      <Table.Td>
        <bdi>{desk}</bdi>
        {user !== undefined && <span className="small-print">{texts.user(user)}</span>}
      </Table.Td>
      <Table.Td>
        {teamHappeningInWords(happening)}
        {reason !== undefined && <span className="small-print">{historyTexts.reason(reason)}</span>}
        {batchId !== undefined && (
          <span className="small-print" title={batchId}>
            {historyTexts.batch(shortened(batchId))}
          </span>
        )}
      </Table.Td>
      <Table.Td className={classes['name'] ?? ''}>
        {name !== false && offer !== undefined && offer > 0 ? (
          <Anchor href={addressOf({ page: 'team', offer: { ledger, id: offer } })}>{name}</Anchor>
        ) : (
          name
        )}
      </Table.Td>
    </Table.Tr>
  );
}
