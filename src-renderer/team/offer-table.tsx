/** @file Offers as a table, each with the way to its page. */

import { Anchor, Paper, Table, Title } from '@mantine/core';
import { IconCheck, IconHourglass, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import type { OfferRow } from '../../src-shared/contract.ts';
import { Badge } from '../progress/state-badge.tsx';
import { addressOf } from '../routes.ts';
import { offerStateWords, teamTexts } from '../texts/team.ts';
import { momentOf, number, size } from '../wording.ts';
import classes from './team.module.css';

const icons: Record<OfferRow['state'], typeof IconCheck> = { open: IconHourglass, released: IconCheck, refused: IconX };

export function OfferState({ state }: Pick<OfferRow, 'state'>) {
  const { word, meaning, tone } = offerStateWords[state];
  return <Badge Icon={icons[state]} tone={tone} words={word} explanation={meaning} />;
}

interface OfferTableProps {
  title: string;
  ledger: string;
  offers: readonly OfferRow[];
}

export function OfferTable({ title, ledger, offers }: OfferTableProps) {
  const { columns } = teamTexts;
  const heading = useId();
  const hasDecisions = offers.some(({ decision }) => decision !== undefined);
  return (
    <div className={classes['part']}>
      <Title order={2} size="h5" id={heading}>
        {title}
      </Title>
      <Paper withBorder radius="md">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className={classes['wide']} aria-labelledby={heading} tabIndex={0}>
          <Table verticalSpacing="xs" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{columns.file}</Table.Th>
                <Table.Th scope="col" className={classes['number'] ?? ''}>
                  {columns.transactions}
                </Table.Th>
                <Table.Th scope="col">{columns.findings}</Table.Th>
                <Table.Th scope="col">{columns.offered}</Table.Th>
                <Table.Th scope="col">{hasDecisions ? columns.decided : columns.state}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {offers.map((offer) => (
                <Row key={offer.id} ledger={ledger} offer={offer} />
              ))}
            </Table.Tbody>
          </Table>
        </section>
      </Paper>
    </div>
  );
}

function Row({ ledger, offer }: { ledger: string; offer: OfferRow }) {
  const { id, fileName, offeredBy, isOwn, desk, offeredAt, state, decision } = offer;
  const { bytes, transactions, errors, warnings } = offer.figures;
  return (
    <Table.Tr>
      <Table.Td className={classes['name'] ?? ''}>
        <Anchor href={addressOf({ page: 'team', offer: { ledger, id } })}>
          <bdi>{fileName}</bdi>
        </Anchor>
        <span className="small-print">
          {teamTexts.numbered(id)} · {size(bytes)}
        </span>
      </Table.Td>
      <Table.Td className={classes['number'] ?? ''}>{number(transactions)}</Table.Td>
      <Table.Td>
        <span className={errors > 0 ? (classes['troubled'] ?? '') : ''}>{teamTexts.findings(errors, warnings)}</span>
      </Table.Td>
      <Table.Td>
        <bdi>{offeredBy}</bdi> {isOwn && teamTexts.you}
        <span className="small-print">
          <bdi>{desk}</bdi>, {momentOf(offeredAt)}
        </span>
      </Table.Td>
      <Table.Td>
        <OfferState state={state} />
        {decision !== undefined && (
          <span className="small-print">
            <bdi>{decision.by}</bdi>, {momentOf(decision.at)}
          </span>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
