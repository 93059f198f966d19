/** @file What reading an export says is wrong with it, in the language of the reader. */

import { expect, it } from 'vitest';
import { aroundNotes } from '../../src-main/exports/around-rows.ts';
import { assertBounded, usualBounds } from '../../src-main/exports/bounds.ts';
import { jsonRowsOfPiece } from '../../src-main/exports/json/json-rows.ts';
import { problemOf } from '../../src-main/exports/payments/control-figures.ts';
import { readingFrom } from '../../src-main/exports/reading-choices.ts';
import { recognise } from '../../src-main/exports/recognise.ts';
import { rowsOfPiece } from '../../src-main/exports/rows-of-piece.ts';
import { AppError, describeError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { inWords, speaking } from '../../src-shared/languages/message.ts';

async function saidIn<T>(code: string, say: () => T): Promise<T> {
  const language = languageFor(code, []);
  return speaking(language, await language.load(), say);
}

const piece = (text: string) => ({
  kind: 'bytes' as const,
  bytes: new Uint8Array(Buffer.from(text)),
  firstRow: 1204,
  rows: 1,
});

it('an image is an image in German and French, and in English where no other language is spoken', async () => {
  const found = recognise(Buffer.from('89504e470d0a1a0a', 'hex'));
  if (found.kind !== 'foreign') throw new Error('it was taken for an export');
  const params = { path: 'a.csv', problem: found.is, remedy: found.remedy };
  const said = (code: string) => saidIn(code, () => describeError({ code: 'file.export-unreadable', params }));
  expect(await said('de')).toMatchObject({
    detail: 'a.csv: Das ist ein Bild.',
    remedy: 'Exportieren Sie die Transaktionen als CSV, XLSX, Parquet, XML oder JSON.',
  });
  expect(await said('fr')).toMatchObject({ detail: 'a.csv\u202f: C’est une image.' });
  expect(await said('en')).toMatchObject({ detail: 'a.csv: It is an image.' });
});

it('a row of JSON is broken at a character in German and French', async () => {
  const { faults } = jsonRowsOfPiece(piece('{"id":1'), ['id']);
  const said = (code: string) => saidIn(code, () => faults.map(({ message }) => inWords(message)));
  expect(await said('de')).toEqual([
    'Zeile 1204 ist fehlerhaftes JSON: Bei Zeichen 8 wurde ein Komma oder eine schließende geschweifte Klammer erwartet, nicht ihr Ende.',
  ]);
  expect(await said('fr')).toEqual([
    'La ligne 1204 est du JSON erroné\u202f: au caractère 8 se trouve sa fin au lieu de ceci\u202f: une virgule ou une accolade fermante.',
  ]);
});

it('a row of text names the line of the file and its column in German and French', async () => {
  const format = { reading: { format: 'delimited', delimiter: ';' } as const, columns: ['Nr', 'Name'] };
  const { faults } = rowsOfPiece({ ...piece('1;"a"b\n'), firstLine: 1300 }, format);
  const said = (code: string) => saidIn(code, () => faults.map(({ message }) => inWords(message)));
  expect(await said('de')).toEqual([
    'Zeile 1.204 (Zeile 1.300 der Datei), Spalte „Name“: Auf ein schließendes Anführungszeichen folgt Text. Ein Anführungszeichen in einer Zelle muss doppelt geschrieben werden.',
  ]);
  expect(await said('fr')).toEqual([
    'Ligne 1\u202f204 (ligne 1\u202f300 du fichier), colonne «\u202fName\u202f»\u202f: du texte suit un guillemet fermant. Un guillemet dans une cellule doit être doublé.',
  ]);
});

/** What a call is refused with. */
function refusalOf(call: () => unknown): AppError {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('it was not refused');
}

it('a size is written as the reader writes numbers, in units of theirs', async () => {
  const refusal = refusalOf(() => assertBounded(usualBounds.mostBytes + 1, 1, usualBounds, 'a.zip'));
  const said = (code: string) => saidIn(code, () => describeError(refusal.toRecord()).detail.replaceAll(/\s/g, ' '));
  expect(await said('de')).toBe('a.zip: Entpackt hat sie mehr als 1 TB.');
  expect(await said('fr')).toBe('a.zip : Décompressé, il dépasse 1 To.');
  expect(await said('en')).toBe('a.zip: It unpacks to more than 1 TB.');
});

it('a note about what stands around rows is in German and French', async () => {
  const notes = aroundNotes({ hasBehind: true, isTooMuch: true });
  const said = (code: string) => saidIn(code, () => notes.map(inWords));
  expect(await said('de')).toEqual([
    'Werte hinter den Zeilen werden nicht gelesen: Jede Zeile hat nur die, die davor stehen.',
    'Was vor den Zeilen steht, wird nicht gelesen: Es ist beschädigt oder mehr, als jede Zeile wiederholen kann (200 Werte oder 16 kB).',
  ]);
  expect(await said('fr')).toEqual([
    expect.stringMatching(/^Les valeurs placées après/),
    expect.stringMatching(/\(200 valeurs ou 16.ko\)\.$/),
  ]);
});

it('a part of a payment message is called in German and French what it is', async () => {
  const of = fact('{where}, credits,', {
    where: fact('Statement {number} of account {account}', { number: '12', account: 'DE02' }),
  });
  const problem = problemOf({ of, kind: 'entries', stated: '3', found: '2' });
  const said = (code: string) => saidIn(code, () => problem && inWords(problem));
  expect(await said('de')).toMatch(/^Auszug 12 des Kontos DE02, Gutschriften, gibt 3 Buchungen an, enthält aber 2/);
  expect(await said('fr')).toMatch(/^Relevé 12 du compte DE02, crédits, annonce 3 écritures/);
  expect(await said('en')).toMatch(/^Statement 12 of account DE02, credits, says that it has 3 entries/);
});

it('a choice about reading that is not known is refused in German and French', async () => {
  const refusal = refusalOf(() => readingFrom({ format: 'json' }, ['list=/a', 'headerRow=2']));
  const said = (code: string) => saidIn(code, () => describeError(refusal.toRecord()).detail);
  expect(await said('de')).toContain('„headerRow“ gehört zu anderen Formaten (Text mit Trennzeichen (CSV), ');
  expect(await said('de')).toContain(' und eine Arbeitsmappe (XLSX))');
  expect(await said('en')).toContain(
    '“headerRow” is for delimited text (CSV), fixed-width text and a workbook (XLSX), and the exports are read as JSON. For JSON: encoding, list.',
  );
});
