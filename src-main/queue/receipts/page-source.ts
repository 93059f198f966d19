/** @file The part of a receipt's page that is about the file: what it is, where it went, and who let it pass. Pure. */

import { amountDigits } from '../../../src-shared/amounts.ts';
import { differenceSubject, figureInWords } from '../../../src-shared/control-words.ts';
import { counted, number, size } from '../../../src-shared/quantities.ts';
import { type Content, html, type Markup } from './markup.ts';
import type { Approval, CorrectionLinks, LinkedSubmission, SourceFacts } from './source-facts.ts';

/** A table of facts with their names; a fact without a value is left out. */
export function factTable(facts: readonly (readonly [name: string, value: Content])[]): Markup {
  const rows = facts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`);
  return html`<table class="facts"><tbody>${rows}</tbody></table>`;
}

/** A moment to the second. @param at in ISO 8601, UTC */
export function moment(at: string): Markup {
  return html`<time class="moment" datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)}</time>`;
}

export function sourceSections(source: SourceFacts, storageHosts: readonly string[]): Markup[] {
  const { bytes, days, addedBy } = source;
  return [
    html`<h2>The file</h2>`,
    factTable([
      ['Name', html`<bdi>${source.fileName}</bdi>`],
      ['SHA-256', html`<span class="code">${source.fileSha256 ?? 'not known'}</span>`],
      ['Size', bytes === undefined ? undefined : `${number(bytes)} bytes (${size(bytes)})`],
      ['Lines', source.lines === undefined ? undefined : number(source.lines)],
      ['Transactions', source.transactions === undefined ? undefined : number(source.transactions)],
      ['Found by the check', foundInWords(source)],
      ['Totals', totalsOf(source)],
      ['Days', days && `${days.first} to ${days.last} (${counted(days.count, 'day')} with transactions)`],
      ['Added', html`${moment(source.addedAt)}${addedBy && ` by ${addedBy.user} on ${addedBy.machine}`}`],
    ]),
    html`<h2>Where it went</h2>`,
    factTable([
      ['Connection', source.connection],
      ['Tenant', source.tenant],
      ['Service', source.serviceHost],
      ['Storage', storageHosts.length === 0 ? 'none recorded' : storageHosts.join(', ')],
    ]),
    html`<h2>By which rules</h2>`,
    factTable([
      ['Rule set', rulesInWords(source)],
      ['SHA-256 of it', html`<span class="code">${source.ruleSetSha256}</span>`],
      ['Faulty lines', source.onInvalid === 'stop' ? 'the file is held until a person decides' : 'the service decides'],
      [
        'Faulty batches',
        source.ingestValid ? 'the service takes the valid lines' : 'the service refuses the whole batch',
      ],
    ]),
    approvalSection(source.approvals),
    preparationSection(source.prepared),
    correctionSection(source.corrections),
  ];
}

function foundInWords({ errors, warnings }: SourceFacts): string | undefined {
  if (errors === undefined || warnings === undefined) return undefined;
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

function totalsOf({ totals, totalsSha256 }: SourceFacts): Content {
  if (totals === undefined && totalsSha256 !== undefined)
    return html`removed with the customer data; their SHA-256 is <span class="code">${totalsSha256}</span>`;
  if (totals === undefined || totals.length === 0) return undefined;
  const rows = totals.map(
    ({ currency, amount }) =>
      html`<tr><td>${currency}</td><td class="figure">${amountDigits(amount, currency)}</td></tr>`,
  );
  return html`<table><thead><tr><th>Currency</th><th class="figure">Amount</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** What of the default rules it changes. */
function rulesInWords({ ruleSet: { severities, required, allowed, mainEntity } }: SourceFacts): string {
  const changed = Object.entries(severities).map(([rule, severity]) => `${rule}: ${severity}`);
  const lists = Object.entries(allowed).flatMap(([field, values]) =>
    values === undefined ? [] : [`${field}: one of ${values.join(', ')}`],
  );
  return [`required: ${required.join(', ')}`, `main entity: ${mainEntity}`, ...lists, ...changed].join('; ');
}

function approvalSection(approvals: readonly Approval[]): Markup {
  if (approvals.length === 0) return html`<h2>Approval</h2><p>It was not approved for sending.</p>`;
  const rows = approvals.map(
    (
      approval,
    ) => html`<tr><td>${moment(approval.at)}</td><td>${whoOf(approval)}</td><td>${approvalInWords(approval)}</td>
<td>${approval.reason ?? 'none given'}</td></tr>
`,
  );
  return html`<h2>Approval</h2>
<table><thead><tr><th>When (UTC)</th><th>Who</th><th>What was approved</th><th>Reason</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function whoOf({ by, user, machine }: Approval): string {
  const person = user === undefined ? 'not recorded' : `${user} on ${machine}`;
  return by === 'person' ? person : `the check (${person})`;
}

function approvalInWords({ errors, sentBefore }: Approval): string {
  const found = errors === undefined || errors === 0 ? 'the file' : `the file with ${counted(errors, 'error')}`;
  return sentBefore === undefined ? found : `${found}, although submission ${sentBefore} had sent it before`;
}

function correctionSection(links: CorrectionLinks | undefined): Markup {
  const { corrects, correctedBy } = links ?? {};
  if (corrects === undefined && correctedBy === undefined) return html``;
  return html`<h2>Corrections</h2>${factTable([
    ['Corrects', corrects && linkOf(corrects)],
    ['Corrected by', correctedBy && linkOf(correctedBy)],
  ])}`;
}

/** Of which exports the file was made, and how. */
function preparationSection(prepared: SourceFacts['prepared']): Markup {
  if (prepared === undefined) return html``;
  const { manifestSha256, toolVersion, template, sources, control } = prepared;
  const rows = sources.map(
    ({ name, bytes, lines, sha256 }) => html`<tr><td><bdi>${name}</bdi></td><td class="figure">${bytes}</td>
<td class="figure">${lines}</td><td class="code">${sha256}</td></tr>
`,
  );
  return html`<h2>Preparation</h2>${factTable([
    [
      'Template',
      html`<bdi>${template.name}</bdi>, version ${template.version}<br><span class="code">${template.sha256}</span>`,
    ],
    ['Manifest', html`<span class="code">${manifestSha256}</span>`],
    ['Prepared by', `Tranship ${toolVersion}`],
    ['Control figures', control && controlInWords(control)],
  ])}${control && differenceTable(control)}<table><thead><tr><th>Export</th><th class="figure">Bytes</th><th class="figure">Lines of it</th><th>SHA-256</th></tr></thead><tbody>${rows}</tbody></table>`;
}

type Control = NonNullable<NonNullable<SourceFacts['prepared']>['control']>;

function controlInWords({ figures, differences }: Control): Content {
  const compared = `${counted(figures.length, 'figure')} of the source system`;
  if (differences === 0) return `${compared}, all equal`;
  return html`<span class="trouble">${compared}; ${counted(differences, 'difference')}</span>`;
}

/** The differences that were kept, each by its name. */
function differenceTable({ differing = [], differences }: Control): Markup {
  if (differing.length === 0) return html``;
  const rows = differing.map(
    (difference) => html`<tr class="trouble"><td>${differenceSubject(difference)}</td>
<td>${figureInWords(difference.expected, difference.currency)}</td><td>${figureInWords(difference.actual, difference.currency)}</td></tr>
`,
  );
  const rest = differences - differing.length;
  return html`<table><thead><tr><th>Differs</th><th>The source system says</th><th>Prepared were</th></tr></thead><tbody>${rows}</tbody></table>
${rest > 0 ? html`<p class="small">${counted(rest, 'more difference')} in the manifest.</p>` : undefined}`;
}

function linkOf({ submission, fileName, fileSha256 }: LinkedSubmission): Markup {
  return html`submission ${submission}, <bdi>${fileName}</bdi>${
    fileSha256 && html`<br><span class="code">${fileSha256}</span>`
  }`;
}
