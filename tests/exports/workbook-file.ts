/** @file Builds workbooks by hand: the XML is written as it stands, so that tests share nothing with the reader. */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { ZipFile } from 'yazl';
import { type XlsxReading, type XlsxTables, xlsxTables } from '../../src-main/exports/xlsx/xlsx-tables.ts';
import { never } from './source.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export interface HandWritten {
  /** The inside of sheetData, or all of the part where it begins with `<?xml`, by the name of the sheet. */
  sheets: Record<string, string>;
  hidden?: Record<string, 'hidden' | 'veryHidden'>;
  /** The inside of sst. */
  texts?: string;
  /** The inside of styleSheet. */
  styles?: string;
  is1904?: boolean;
  /** What stands behind sheetData, in each sheet. */
  behind?: string;
  /** Parts in place of those that are made, or besides them; undefined leaves one out. */
  parts?: Record<string, string | Buffer | undefined>;
}

/** The parts of a workbook as Excel arranges them. */
export function partsOf({
  sheets,
  hidden = {},
  texts,
  styles,
  is1904,
  behind = '',
  parts = {},
}: HandWritten): Record<string, string | Buffer> {
  const names = Object.keys(sheets);
  const made: Record<string, string | Buffer | undefined> = {
    '_rels/.rels': `${PROLOG}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${PROLOG}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${hidden[name] ? ` state="${hidden[name]}"` : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${PROLOG}<Relationships xmlns="${PACKAGE}">${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId98" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId99" Type="${OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': styles === undefined ? undefined : `${PROLOG}<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    'xl/sharedStrings.xml': texts === undefined ? undefined : `${PROLOG}<sst xmlns="${MAIN}">${texts}</sst>`,
  };
  for (const [at, name] of names.entries()) {
    const inside = sheets[name] ?? '';
    made[`xl/worksheets/sheet${at + 1}.xml`] = inside.startsWith('<?xml')
      ? inside
      : `${PROLOG}<worksheet xmlns="${MAIN}"><sheetData>${inside}</sheetData>${behind}</worksheet>`;
  }
  const all = { ...made, ...parts };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, content]) => (content === undefined ? [] : [[name, content]])),
  );
}

export async function zipped(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return await buffer(zip.outputStream);
}

export function folderOfTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-reading-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the bytes as a workbook. */
export async function openBytes(bytes: Buffer, reading: Omit<XlsxReading, 'format'> = {}): Promise<XlsxTables> {
  const workFolder = folderOfTest();
  const path = join(workFolder, 'export.xlsx');
  writeFileSync(path, bytes);
  return await xlsxTables(
    { path, shownPath: '/exports/payments.xlsx', workFolder },
    { format: 'xlsx', ...reading },
    never,
  );
}

export async function openWorkbook(
  workbook: HandWritten,
  reading: Omit<XlsxReading, 'format'> = {},
): Promise<XlsxTables> {
  return await openBytes(await zipped(partsOf(workbook)), reading);
}

/** A row of cells with texts written in place. */
export function textRow(number: number, ...texts: string[]): string {
  return `<row r="${number}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
}
