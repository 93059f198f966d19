/** @file What reading an export says is wrong with it, in the language of the reader. */

import { expect, it } from 'vitest';
import { jsonRowsOfPiece } from '../../src-main/exports/json/json-rows.ts';
import { recognise } from '../../src-main/exports/recognise.ts';
import { rowsOfPiece } from '../../src-main/exports/rows-of-piece.ts';
import { describeError } from '../../src-shared/errors.ts';
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
    'La ligne 1204 est du JSON fautif\u202f: au caractère 8 se trouve sa fin au lieu de ceci\u202f: une virgule ou une accolade fermante.',
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
