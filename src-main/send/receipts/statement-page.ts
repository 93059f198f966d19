/** @file A statement as a page to print, and as a table for a spreadsheet. Pure. */

import { type LineSums, lineOutcomes, linesOf, obstacleWords } from '../../../src-shared/account.ts';
import { accountInWords } from '../../../src-shared/account-words.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { number } from '../../../src-shared/quantities.ts';
import type { Statement } from '../../../src-shared/statement-shapes.ts';
import { BYTE_ORDER_MARK, cell } from '../../check/findings/finding-export.ts';
import { html, type Markup } from './markup.ts';
import { accountTable } from './page-account.ts';
import { moment } from './page-source.ts';
import { page } from './receipt-page.ts';

export function statementPage(statement: Statement, wholeSums: LineSums['sums']): string {
  const { from, to, connection, files, corrections, total, reconciles } = statement;
  const counted = message('{count, plural, one {# file} other {# files}}', { count: files.length });
  return page({
    title: message('Statement of {from} to {to}', { from, to }),
    fileName: connection ?? message('all connections'),
    issued: undefined,
    isPractice: files.some((file) => file.isPractice),
    outcome: html`${accountInWords(total, counted, wholeSums)}<br>${reconciledInWords(reconciles)}`,
    isDoubtful: false,
    content: [
      html`<h2>${message('In total')}</h2>`,
      accountTable(total),
      html`<h2>${message('Each file')}</h2>
<table><thead><tr><th class="figure">${message('Submission')}</th><th>${message('File')}</th><th>${message('Connection')}</th><th>${message('Added')}</th>
<th class="figure">${message('Transactions')}</th></tr></thead><tbody>${files.map(fileRow)}</tbody></table>`,
      ...files.flatMap(({ fileName, account, sums, sumsObstacle }) =>
        account === undefined
          ? []
          : [html`<h2><bdi>${fileName}</bdi></h2>`, accountTable({ account, sums, sumsObstacle })],
      ),
      corrections.length === 0
        ? html``
        : html`<h2>${message('Corrections, counted with the file that they correct')}</h2>
<table><tbody>${corrections.map(
            ({ submission, fileName, corrects }) =>
              html`<tr><td class="figure">${submission}</td><td><bdi>${fileName}</bdi></td><td class="figure">${corrects}</td></tr>`,
          )}</tbody></table>`,
    ],
  });
}

export function reconciledInWords(reconciles: boolean): string {
  return reconciles
    ? message('It reconciles to the last transaction and cent.')
    : message('It DOES NOT reconcile: some files are not counted, or their sums are not known.');
}

function fileRow({ submission, fileName, connection, addedAt, account }: Statement['files'][number]): Markup {
  return html`<tr><td class="figure">${submission}</td><td><bdi>${fileName}</bdi></td><td>${connection}</td><td>${moment(addedAt)}</td>
<td class="figure">${account === undefined ? message('not counted yet') : number(linesOf(account))}</td></tr>
`;
}

/** A row for each file, outcome and currency; without a currency, the number of transactions alone. */
export function statementCsv({ files, total }: Statement): string {
  const head = 'submission,file,connection,added,outcome,transactions,currency,sum,note\r\n';
  const whole = { submission: '', fileName: 'TOTAL', connection: '', addedAt: '', ...total, sumsObstacle: undefined };
  const rows = [...files, whole].flatMap(
    ({ submission, fileName, connection, addedAt, account, sums, sumsObstacle }) => {
      const first = [submission, fileName, connection, addedAt];
      if (account === undefined) return [[...first, 'not counted', '', '', '', '']];
      const note = sumsObstacle === undefined ? '' : obstacleWords[sumsObstacle];
      return lineOutcomes.flatMap((outcome) => {
        const counted = [...first, outcome, account[outcome]];
        const amounts = sums?.[outcome].sums.map(({ currency, amount }) => [...counted, currency, amount, note]) ?? [];
        return [[...counted, '', '', note], ...amounts.map((row) => row.with(5, ''))];
      });
    },
  );
  return `${BYTE_ORDER_MARK}${head}${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}
