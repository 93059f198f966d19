/** @file How a receipt looks, on the screen and on A4. Pure. */

import { message } from '../../../src-shared/languages/message.ts';

/**
 * @param footer what stands at the foot of each page; only what cannot break out of a CSS string
 * @param isPractice every page is marked: what is fixed stands on each when printed
 */
export function receiptStyle(footer: string, isPractice = false): string {
  const safe = (text: string) => text.replace(/[^\p{L}\p{N} .,:’-]/gu, '');
  const [before = '', between = '', after = ''] = message('Page {page} of {pages}', { page: '\0', pages: '\0' }).split(
    '\0',
  );
  return `
@page {
  size: A4;
  margin: 16mm 15mm 18mm;
  @bottom-left { content: "${safe(footer)}"; font: 8pt sans-serif; color: #55626a; }
  @bottom-right { content: "${safe(before)}" counter(page) "${safe(between)}" counter(pages) "${safe(after)}"; font: 8pt sans-serif; color: #55626a; }
}
* { box-sizing: border-box; }
html { color-scheme: light; background: #fff; }
body {
  max-width: 180mm; margin: 0 auto; padding: 8mm 0; color: #14191c;
  font: 9.5pt/1.4 "Segoe UI", "Helvetica Neue", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
@media print { body { max-width: none; padding: 0; } }
@media screen and (max-width: 200mm) { body { padding: 4mm; } }
header { border-bottom: 2px solid #14191c; padding-bottom: 3mm; margin-bottom: 4mm; }
h1 { margin: 0; font-size: 17pt; line-height: 1.2; }
h3, h4 { margin: 4mm 0 1mm; font-size: 10pt; break-after: avoid; overflow-wrap: anywhere; }
h2 { margin: 6mm 0 2mm; font-size: 11.5pt; break-after: avoid; overflow-wrap: anywhere; }
.part { border-top: 2px solid #14191c; margin-top: 8mm; }
.part > h2:first-child { font-size: 13pt; }
p { margin: 1mm 0; overflow-wrap: anywhere; }
.subject { font-size: 11pt; overflow-wrap: anywhere; }
.outcome { margin: 3mm 0; padding: 2.5mm 3mm; border: 1.5px solid #14191c; font-size: 11pt; font-weight: 600; }
.doubt { border-style: double; border-width: 4px; }
.once { font-weight: 600; }
.of-these { display: block; padding-left: 4mm; }
.said { font-size: 9.5pt; font-weight: 400; }
.small { color: #46535b; font-size: 8.5pt; }
table { width: 100%; border-collapse: collapse; font-size: 8.5pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 1mm 1.5mm; border-bottom: 0.5px solid #aab4ba; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.field { overflow-wrap: break-word; }
thead th { border-bottom: none; vertical-align: bottom; overflow-wrap: normal; }
thead tr:last-child th { border-bottom: 1.5px solid #14191c; }
tbody.whole { break-inside: avoid; }
tbody.whole tr:first-child td { border-bottom: none; padding-bottom: 0; }
table.facts > tbody > tr { break-inside: auto; }
table.facts > tbody > tr > th { width: 38mm; font-weight: 600; }
.figure { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; white-space: nowrap; }
.sum { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
.code { font-family: ui-monospace, Consolas, Menlo, "DejaVu Sans Mono", monospace; font-size: 7.2pt; overflow-wrap: anywhere; }
.field .code { overflow-wrap: break-word; }
.value { min-width: 24mm; }
.trouble { color: #a1131b; font-weight: 600; }
.moment { white-space: nowrap; font-variant-numeric: tabular-nums; }
tbody.whole .moment { white-space: normal; overflow-wrap: break-word; }
.fields { columns: 2; column-gap: 8mm; }
.wide { overflow-x: auto; }
@media print { .wide { overflow: visible; } }
@media screen and (max-width: 120mm) {
  .wide > table { min-width: 120mm; }
  .fields { columns: 1; }
  table.facts > tbody > tr > th, table.facts > tbody > tr > td { display: block; width: auto; border-bottom: none; }
  table.facts > tbody > tr > td { border-bottom: 0.5px solid #aab4ba; padding-top: 0; }
  .blocks, .blocks > tbody, .blocks > tbody > tr, .blocks > tbody > tr > * { display: block; }
  .blocks > thead { display: none; }
  .blocks > tbody > tr { padding: 1mm 0; border-bottom: 0.5px solid #aab4ba; }
  .blocks > tbody > tr > * { padding: 0.3mm 1.5mm; border-bottom: none; text-align: left; white-space: normal; overflow-wrap: anywhere; }
  .blocks > tbody > tr > td:empty { display: none; }
  .blocks > tbody > tr > td::before { content: attr(data-heading) " "; margin-right: 1mm; color: #46535b; font-size: 8pt; font-weight: 600; }
}
.details { break-before: page; }
.details > h2:first-child { margin-top: 0; font-size: 13pt; }
@media screen { .details { border-top: 2px solid #14191c; margin-top: 8mm; padding-top: 4mm; } }
.hands { display: grid; grid-template-columns: 1fr 1fr; gap: 10mm; margin-top: 16mm; break-inside: avoid; }
.hands > div { border-top: 1px solid #14191c; padding-top: 1mm; min-height: 14mm; color: #46535b; font-size: 8.5pt; }
.summary > h2 { margin: 3mm 0 1mm; }
.summary table { font-size: 9pt; line-height: 1.2; }
.summary thead .figure { white-space: normal; }
.summary p { line-height: 1.3; }
.summary .doubt { margin: 2mm 0; padding: 1mm 3mm; font-size: 9pt; }
.summary > .hands { margin-top: 11mm; }
.summary > .hands > div { min-height: 0; }
.unsigned { padding: 2.5mm 3mm; border: 1px solid #14191c; }
ol { margin: 1mm 0; padding-left: 5mm; }
${isPractice ? practiceStyle : ''}`;
}

/** A band at the top; and the words four times behind the text of each page, so pale that every figure stands out. */
const practiceStyle = `.practice { margin: 0 0 4mm; padding: 2mm 3mm; border: 2px solid #a1131b; color: #a1131b; font-weight: 800; }
.practice-marks {
  position: fixed; inset: 0; z-index: -1; display: grid; align-content: space-around; justify-items: center;
  overflow: hidden; pointer-events: none;
}
.practice-marks span { font-size: 20pt; font-weight: 800; color: #f7e1e2; max-width: 150mm; text-align: center; transform: rotate(-20deg); }
`;
