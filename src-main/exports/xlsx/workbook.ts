/** @file A workbook that is open: its sheets, the styles of its cells and the texts that they name. */

import { fact } from '../../../src-shared/languages/fact.ts';
import { type SourceOnDisk, unreadable } from '../structured-source.ts';
import { localName } from '../xml/xml-text.ts';
import { type CellStyle, CellStyles } from './cell-styles.ts';
import { RichText } from './rich-text.ts';
import type { DateSystem } from './serial-dates.ts';
import { SharedStrings } from './shared-strings.ts';
import type { WorkbookZip } from './workbook-zip.ts';

export interface Sheet {
  name: string;
  isHidden: boolean;
  /** Its part in the archive. */
  part: string;
}

export interface Workbook {
  sheets: readonly Sheet[];
  dates: DateSystem;
  styles: readonly (CellStyle | undefined)[];
  /** By the number of the style. */
  currencies: readonly (string | undefined)[];
  texts: SharedStrings;
}

interface Relation {
  id: string;
  /** What stands behind the last slash, which the strict form of the format leaves as it is. */
  type: string;
  target: string;
}

const NO_WORKBOOK = fact('It is no workbook of Excel in the form .xlsx.');
const AS_XLSX = fact('Open it in the program it comes from and save it as an Excel workbook (.xlsx).');

/** Reads all of a workbook but its sheets. Rejects with AppError `file.*` and the signal's reason. */
export async function readWorkbook(
  zip: WorkbookZip,
  source: SourceOnDisk & { workFolder: string },
  signal: AbortSignal,
): Promise<Workbook> {
  const outer = await relationsOf(zip, '', signal);
  const [main] = outer.filter(({ type }) => type === 'officeDocument');
  if (main === undefined || !zip.has(main.target) || main.target.toLowerCase().endsWith('.bin'))
    throw unreadable(source.shownPath, NO_WORKBOOK, { remedy: AS_XLSX });
  const relations = await relationsOf(zip, main.target, signal);
  const { sheets, is1904 } = await sheetsOf(zip, main.target, relations, signal);
  if (sheets.length === 0) throw unreadable(source.shownPath, NO_WORKBOOK, { remedy: AS_XLSX });
  const styles = new CellStyles();
  const stylesPart = partOf(relations, 'styles');
  if (stylesPart !== undefined && zip.has(stylesPart)) await zip.readSmall(stylesPart, styles, signal);
  const texts = new SharedStrings(source.workFolder);
  const textsPart = partOf(relations, 'sharedStrings');
  try {
    if (textsPart !== undefined && zip.has(textsPart)) await readTexts(zip, textsPart, texts, signal);
  } finally {
    texts.finish();
  }
  const dates = is1904 ? '1904' : (await isOfCalc(zip, outer, signal)) ? 'calc' : '1900';
  return { sheets, dates, styles: styles.styles(), currencies: styles.currencies(), texts };
}

/** Which program has written it, says a part that is about nothing else. */
async function isOfCalc(zip: WorkbookZip, relations: readonly Relation[], signal: AbortSignal): Promise<boolean> {
  const part = partOf(relations, 'extended-properties');
  if (part === undefined || !zip.has(part)) return false;
  let isInName = false;
  let program = '';
  const properties = {
    onOpen: (name: string) => {
      isInName = localName(name) === 'Application';
    },
    onText: (text: string) => {
      if (isInName) program += text;
    },
    onClose: () => {
      isInName = false;
    },
  };
  await zip.readSmall(part, properties, signal);
  return /^(?:LibreOffice|OpenOffice)/.test(program);
}

function partOf(relations: readonly Relation[], type: string): string | undefined {
  return relations.find((relation) => relation.type === type)?.target;
}

async function relationsOf(zip: WorkbookZip, part: string, signal: AbortSignal): Promise<Relation[]> {
  const slash = part.lastIndexOf('/') + 1;
  const path = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  const relations: Relation[] = [];
  if (!zip.has(path)) return relations;
  await zip.readSmall(
    path,
    {
      onOpen: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
        if (localName(name) !== 'Relationship' || mode === 'External') return;
        relations.push({
          id,
          type: type.slice(type.lastIndexOf('/') + 1),
          target: resolved(part.slice(0, slash), target),
        });
      },
      onText: () => {},
      onClose: () => {},
    },
    signal,
  );
  return relations;
}

/** A target as a path in the archive. */
function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

async function sheetsOf(
  zip: WorkbookZip,
  part: string,
  relations: readonly Relation[],
  signal: AbortSignal,
): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = [];
  const byId = new Map(relations.toReversed().map((relation) => [relation.id, relation]));
  let is1904 = false;
  await zip.readSmall(
    part,
    {
      onOpen: (qualified, attributes) => {
        const name = localName(qualified);
        if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
        if (name !== 'sheet') return;
        const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
        const relation = id === undefined ? undefined : byId.get(id);
        // Sheets of charts and dialogs have no cells.
        if (relation?.type !== 'worksheet') return;
        const state = attributes['state'] ?? 'visible';
        sheets.push({ name: attributes['name'] ?? '', isHidden: state !== 'visible', part: relation.target });
      },
      onText: () => {},
      onClose: () => {},
    },
    signal,
  );
  return { sheets, is1904 };
}

async function readTexts(zip: WorkbookZip, part: string, texts: SharedStrings, signal: AbortSignal): Promise<void> {
  const text = new RichText();
  await zip.read(
    part,
    {
      onOpen: (qualified) => {
        const name = localName(qualified);
        if (name === 'si') text.begin();
        else text.onOpen(name);
      },
      onText: (value) => text.onText(value),
      onClose: (qualified) => {
        const name = localName(qualified);
        if (name === 'si') texts.add(text.take());
        else text.onClose(name);
      },
    },
    signal,
  );
}
