/** @file The part of a receipt's page that is about the file: what it is, where it went, and by which rules. Pure. */

import { connectionInWords } from '../../../src-shared/connection-words.ts';
import { differenceInWords, differenceSubject, figureInWords } from '../../../src-shared/control-words.ts';
import { fieldWithPath, groupName } from '../../../src-shared/field-words.ts';
import { labelled } from '../../../src-shared/languages/labelled.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { counted, dateOfDay, exactMomentOf, number, size } from '../../../src-shared/quantities.ts';
import { refusedAtFirstInWords } from '../../../src-shared/refused-rows.ts';
import { type Content, html, type Markup, sentence } from './markup.ts';
import { totalsOf } from './page-totals.ts';
import type { CorrectionLinks, LinkedSubmission, SourceFacts } from './source-facts.ts';

/** A table of facts with their names; a fact without a value is left out. */
export function factTable(facts: readonly (readonly [name: string, value: Content])[]): Markup {
  const rows = facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`);
  return html`<table class="facts"><tbody>${rows}</tbody></table>`;
}

/** A table of many columns, and of rows that belong together: on a narrow screen it scrolls by itself. */
export function wideTable(table: Markup): Markup {
  return html`<div class="wide" tabindex="0">${table}</div>`;
}

/** A column of a table: its heading, and how its cells look. */
export interface Column {
  heading: string;
  look?: string | undefined;
}

/** A cell that looks otherwise than those of its column, or names its row. */
export interface OwnCell {
  content: Content;
  look?: string;
  isName?: true;
}
export type Cell = Content | OwnCell;

const isOwn = (cell: Cell): cell is OwnCell => typeof cell === 'object' && 'content' in cell;

/** A table of many columns: on a narrow screen, and never on paper, each row is a block of its cells, each behind its heading. */
export function blockTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Markup {
  const look = (name: string | undefined): Markup => (name === undefined ? html`` : html` class="${name}"`);
  const cellOf = (cell: Cell, at: number): Markup => {
    const own = isOwn(cell) ? cell : { content: cell };
    if (own.isName) return html`<th scope="row">${own.content}</th>`;
    return html`<td${look(own.look ?? columns[at]?.look)} data-heading="${columns[at]?.heading}">${own.content}</td>`;
  };
  return html`<table class="blocks"><thead><tr>${columns.map((column) => html`<th${look(column.look === 'figure' || column.look === 'sum' ? 'figure' : undefined)}>${column.heading}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map(cellOf)}</tr>\n`)}</tbody></table>`;
}

/** Two lines for the hands of those who sign the paper. */
export function linesForHands(): Markup {
  return html`<div class="hands"><div>${message('Prepared by, date')}</div><div>${message('Reviewed by, date')}</div></div>`;
}

/** Where there is no room for it, its time stands below its day. @param at in ISO 8601 */
export function moment(at: string): Markup {
  const together = exactMomentOf(Date.parse(at)).replaceAll(/(?<!,) /g, '\u00a0');
  return html`<time class="moment" datetime="${at}">${together}</time>`;
}

/** From a moment to another, where these are not the same. */
export function spanOf(at: string, until = at): Markup {
  // Moments are shown to the second.
  if (until.slice(0, 19) === at.slice(0, 19)) return moment(at);
  return sentence((slot) => message('{first} to {last}', { first: slot(moment(at)), last: slot(moment(until)) }));
}

/** Text to compare letter by letter. */
export function code(text: Content): Markup {
  return html`<span class="code">${text}</span>`;
}

/** Who recorded something, and where. */
export function recordedBy(user: string | undefined, machine: string | undefined): Content {
  if (user === undefined) return message('not recorded');
  return sentence((slot) => message('{user} on {machine}', { user: slot(user), machine: slot(machine) }));
}

/** A file, and where its bytes went. */
export interface Sent {
  source: SourceFacts;
  storageHosts: readonly string[];
}

/** @param first what was sent at first: where a correction went the same way, or by the same rules, that is not said again */
export function sourceSections({ source, storageHosts }: Sent, first?: Sent): Markup[] {
  const { bytes, days, addedBy } = source;
  return [
    html`<h2>${message('The file')}</h2>`,
    factTable([
      [message('Name'), html`<bdi>${source.fileName}</bdi>`],
      ['SHA-256', code(source.fileSha256 ?? message('not known'))],
      [message('Size'), bytes === undefined ? undefined : exactSize(bytes)],
      [message('Lines'), source.lines === undefined ? undefined : number(source.lines)],
      [message('Transactions'), transactionsInWords(source)],
      [message('Found by the check'), foundInWords(source)],
      totalsFact(source),
      [message('Days'), days && daysInWords(days)],
      [message('Added'), addedInWords(source.addedAt, addedBy)],
    ]),
    isAlike(wayOf, { source, storageHosts }, first) ? html`` : waySection({ source, storageHosts }),
    isAlike(rulesOf, { source, storageHosts }, first) ? html`` : rulesSection(source),
    preparationSection(source.prepared),
  ];
}

const wayOf = ({ source: { connection, tenant = '', serviceHost }, storageHosts }: Sent): string[] => [
  ...[connection, tenant, serviceHost],
  ...storageHosts,
];

const rulesOf = ({ source: { onInvalid, ingestValid, ruleSetSha256 } }: Sent): string[] => [
  onInvalid,
  String(ingestValid),
  ruleSetSha256,
];

const isAlike = (of: (sent: Sent) => string[], one: Sent, other: Sent | undefined): boolean =>
  other !== undefined && of(one).join() === of(other).join();

function waySection({ source, storageHosts }: Sent): Markup {
  return html`<h2>${message('Where it went')}</h2>
${factTable([
  [message('Connection'), connectionInWords(source.connection)],
  [message('Tenant'), source.tenant],
  [message('Service'), source.serviceHost],
  [message('Storage'), storageHosts.length === 0 ? message('none recorded') : storageHosts.join(', ')],
])}`;
}

function rulesSection(source: SourceFacts): Markup {
  return html`<h2>${message('By which rules')}</h2>
${factTable([
  [message('Rule set'), rulesInWords(source)],
  [message('SHA-256 of it'), code(source.ruleSetSha256)],
  [
    message('Faulty lines'),
    source.onInvalid === 'stop' ? message('the file is held until a person decides') : message('the service decides'),
  ],
  [
    message('Faulty batches'),
    source.ingestValid ? message('the service takes the valid lines') : message('the service rejects the whole batch'),
  ],
])}`;
}

/** A line that is no JSON object has no transaction to count. */
function transactionsInWords({ lines, transactions }: SourceFacts): string | undefined {
  if (transactions === undefined) return undefined;
  return lines === undefined || lines === transactions
    ? number(transactions)
    : message('{transactions, number} of the {lines, number} lines can be read as a transaction', {
        transactions,
        lines,
      });
}

function exactSize(bytes: number): string {
  return message('{exact} bytes ({size})', { exact: number(bytes), size: size(bytes) });
}

function daysInWords({ first, last, count }: NonNullable<SourceFacts['days']>): string {
  if (first === last) return dateOfDay(first);
  return message('{first} to {last} ({days} with transactions)', {
    first: dateOfDay(first),
    last: dateOfDay(last),
    days: counted(count, 'day'),
  });
}

function addedInWords(at: string, by: SourceFacts['addedBy']): Content {
  if (by === undefined) return moment(at);
  const { user, machine } = by;
  return sentence((slot) =>
    message('{time} by {user} on {machine}', { time: slot(moment(at)), user: slot(user), machine: slot(machine) }),
  );
}

function foundInWords({ errors, warnings }: SourceFacts): string | undefined {
  if (errors === undefined || warnings === undefined) return undefined;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

function totalsFact(source: SourceFacts): readonly [name: string, totals: Content] {
  const { name, table } = totalsOf(source);
  const { totals, totalsSha256 } = source;
  if (totals !== undefined || totalsSha256 === undefined) return [name, table];
  const removed = sentence((slot) =>
    message('removed with the customer data; their SHA-256 is {sha256}', { sha256: slot(code(totalsSha256)) }),
  );
  return [name, removed];
}

/** What of the default rules it changes. */
function rulesInWords({ ruleSet: { severities, required, allowed, mainEntity } }: SourceFacts): string {
  const changed = Object.entries(severities).map(([rule, severity]) => labelled(rule, severity));
  const lists = Object.entries(allowed).flatMap(([field, values]) =>
    values === undefined
      ? []
      : [message('{field}: one of {values}', { field: fieldWithPath(field), values: values.join(', ') })],
  );
  return [
    message('required: {fields}', { fields: required.map(fieldWithPath).join(', ') }),
    message('main entity: {entity}', { entity: mainEntityInWords(mainEntity) }),
    ...lists,
    ...changed,
  ].join('; ');
}

const mainEntityInWords = (entity: SourceFacts['ruleSet']['mainEntity']): string =>
  entity === 'either' ? message('sender or receiver') : groupName(entity);

/** Of a receipt of one batch: that of a file tells of its corrections itself. */
export function correctionSection(links: CorrectionLinks | undefined): Markup {
  const { corrects, correctedBy } = links ?? {};
  if (corrects === undefined && correctedBy === undefined) return html``;
  return html`<h2>${message('Corrections')}</h2>${factTable([
    [message('Corrects'), corrects && linkOf(corrects)],
    [message('Corrected by'), correctedBy && linkOf(correctedBy)],
  ])}`;
}

/** Of which exports the file was made, and how. */
function preparationSection(prepared: SourceFacts['prepared']): Markup {
  if (prepared === undefined) return html``;
  const { manifestSha256, toolVersion, template, sources, control, notPrepared } = prepared;
  const refused = refusedAtFirstInWords(notPrepared?.refused);
  const rows = sources.map(
    ({ name, bytes, lines, sha256 }) => html`<tr><td><bdi>${name}</bdi></td><td class="figure">${bytes}</td>
<td class="figure">${lines}</td><td class="code">${sha256}</td></tr>
`,
  );
  return html`<h2>${message('Preparation')}</h2>${factTable([
    [
      message('Template'),
      html`${sentence((slot) =>
        message('{template}, version {version}', {
          template: slot(html`<bdi>${template.name}</bdi>`),
          version: slot(template.version),
        }),
      )}<br>${code(template.sha256)}`,
    ],
    [message('Manifest'), code(manifestSha256)],
    [message('Prepared by'), `Tranship ${toolVersion}`],
    [message('Control figures'), control && controlInWords(control)],
    [message('Refused rows'), refused && html`<span class="trouble">${refused}</span>`],
  ])}${control && differenceTable(control)}<table><thead><tr><th>${message('Export', {}, { context: 'file of the source system' })}</th><th class="figure">${message('Bytes')}</th><th class="figure">${message('Lines of it')}</th><th>SHA-256</th></tr></thead><tbody>${rows}</tbody></table>`;
}

type Control = NonNullable<NonNullable<SourceFacts['prepared']>['control']>;

function controlInWords({ figures, differences }: Control): Content {
  const count = counted(figures.length, 'figure');
  if (differences === 0) return message('{figures} of the source system, all equal', { figures: count });
  return html`<span class="trouble">${message('{figures} of the source system; {differences}', {
    figures: count,
    differences: counted(differences, 'difference'),
  })}</span>`;
}

/** The differences that were kept, each by its name. */
function differenceTable({ differing = [], differences }: Control): Markup {
  if (differing.length === 0) return html``;
  const rows = differing.map((difference) =>
    'sentence' in difference
      ? html`<tr class="trouble"><td colspan="3">${differenceInWords(difference)}</td></tr>
`
      : html`<tr class="trouble"><td>${differenceSubject(difference)}</td>
<td>${figureInWords(difference.expected, difference.currency)}</td><td>${figureInWords(difference.actual, difference.currency)}</td></tr>
`,
  );
  const rest = differences - differing.length;
  return html`<table><thead><tr><th>${message('Differs')}</th><th>${message('The source system says')}</th><th>${message('Prepared were')}</th></tr></thead><tbody>${rows}</tbody></table>
${rest > 0 ? html`<p class="small">${message('{differences} in the manifest.', { differences: counted(rest, 'more difference') })}</p>` : undefined}`;
}

function linkOf({ submission, fileName, fileSha256 }: LinkedSubmission): Markup {
  const name = sentence((slot) =>
    message('submission {submission}, {fileName}', {
      submission: slot(submission),
      fileName: slot(html`<bdi>${fileName}</bdi>`),
    }),
  );
  return html`${name}${fileSha256 && html`<br>${code(fileSha256)}`}`;
}
