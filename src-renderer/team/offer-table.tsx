/** @file Offers as a table, each with the way to its page. */

import { Anchor, Title } from '@mantine/core';
import { IconCheck, IconHourglass, IconX } from '@tabler/icons-react';
import type { OfferRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { Badge } from '../progress/state-badge.tsx';
import { addressOf } from '../routes.ts';
import { DataTable } from '../table/data-table.tsx';
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
  const hasDecisions = offers.some(({ decision }) => decision !== undefined);
  return (
    <div className={classes['part']}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <DataTable
        label={title}
        isInBlocks
        frame="bordered"
        className={classes['rows']}
        rows={offers}
        keyOf={({ id }) => id}
        columns={[
          {
            heading: message('File'),
            className: classes['name'],
            cell: ({ id, fileName, figures }) => (
              <>
                <Anchor href={addressOf({ page: 'team', offer: { ledger, id } })}>
                  <bdi>{fileName}</bdi>
                </Anchor>
                <span className="small-print">
                  {teamTexts.numbered(id)} · {size(figures.bytes)}
                </span>
              </>
            ),
          },
          { heading: message('Transactions'), align: 'end', cell: ({ figures }) => number(figures.transactions) },
          {
            heading: message('Findings'),
            cell: ({ figures: { errors, warnings } }) => (
              <span className={errors > 0 ? classes['troubled'] : ''}>{teamTexts.findings(errors, warnings)}</span>
            ),
          },
          {
            heading: message('Offered by'),
            cell: ({ offeredBy, isOwn, desk, offeredAt }) => (
              <>
                <bdi>{offeredBy}</bdi> {isOwn && teamTexts.you}
                <span className="small-print">
                  <bdi>{desk}</bdi>, {momentOf(offeredAt)}
                </span>
              </>
            ),
          },
          {
            heading: hasDecisions ? message('Decided by') : message('State'),
            cell: ({ state, decision }) => (
              <>
                <OfferState state={state} />
                {decision !== undefined && (
                  <span className="small-print">
                    <bdi>{decision.by}</bdi>, {momentOf(decision.at)}
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
