/** @file What became of the lines of yesterday, for each connection and in total, with the sums of the files. */

import { Table } from '@mantine/core';
import { type Account, linesOf, noLines, sumOf } from '../../src-shared/account.ts';
import { amountDigits } from '../../src-shared/amounts.ts';
import type { Overview } from '../../src-shared/contract.ts';
import { TenantName } from '../tenant-name.tsx';
import { overviewTexts } from '../texts/overview.ts';
import { number } from '../wording.ts';
import classes from './overview-page.module.css';
import { Panel } from './panel.tsx';

const { yesterday: texts } = overviewTexts;

/** The columns add up to the first one. */
const columns: readonly { name: string; meaning?: string; tone?: string; of: (account: Account) => number }[] = [
  { name: texts.whole, of: linesOf },
  { name: texts.accepted, of: ({ accepted }) => accepted },
  { name: texts.rejected, tone: 'rejected', of: ({ rejected, invalid }) => rejected + invalid },
  { name: texts.unknown, tone: 'unknown', of: ({ unknown }) => unknown },
  { name: texts.leftOut, of: ({ leftOut }) => leftOut },
  { name: texts.open, meaning: texts.openMeaning, of: ({ pending, unsent }) => pending + unsent },
];

export function YesterdayPanel({ day, connections }: { day: string; connections: Overview['yesterday'] }) {
  const total = connections.reduce((sum, { account }) => sumOf(sum, account), noLines());
  return (
    <Panel title={texts.title(day)}>
      {connections.length === 0 && <p className={classes['nothing']}>{texts.nothing}</p>}
      {connections.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className={classes['wide']} aria-label={texts.total} tabIndex={0}>
          <Table verticalSpacing={4} className={classes['figures'] ?? ''}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{texts.connection}</Table.Th>
                {columns.map(({ name, meaning }) => (
                  <Table.Th key={name} scope="col" title={meaning}>
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {connections.map(({ connection, account, sums }) => (
                <Table.Tr key={connection}>
                  <Table.Th scope="row">
                    <TenantName name={connection} />
                    <Sums sums={sums} />
                  </Table.Th>
                  <Cells account={account} />
                </Table.Tr>
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row">{texts.total}</Table.Th>
                <Cells account={total} />
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </section>
      )}
    </Panel>
  );
}

function Cells({ account }: { account: Account }) {
  return columns.map(({ name, tone, of }) => (
    <Table.Td key={name} data-tone={tone} data-is-none={of(account) === 0}>
      {number(of(account))}
    </Table.Td>
  ));
}

/** Of all lines of its files. */
function Sums({ sums }: Pick<Overview['yesterday'][number], 'sums'>) {
  return sums.map(({ currency, amount }) => (
    <span key={currency} className="small-print">
      {texts.sum(currency)} {amountDigits(amount, currency)}
    </span>
  ));
}
