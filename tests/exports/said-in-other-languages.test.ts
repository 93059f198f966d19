/** @file What reading an export says is wrong with it, in the language of the reader. */

import { expect, it } from 'vitest';
import { recognise } from '../../src-main/exports/recognise.ts';
import { describeError } from '../../src-shared/errors.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';

it('an image is an image in German and French, and in English where no other language is spoken', async () => {
  const found = recognise(Buffer.from('89504e470d0a1a0a', 'hex'));
  if (found.kind !== 'foreign') throw new Error('it was taken for an export');
  const params = { path: 'a.csv', problem: found.is, remedy: found.remedy };
  const said = async (code: string) => {
    const language = languageFor(code, []);
    const catalogue = await language.load();
    return speaking(language, catalogue, () => describeError({ code: 'file.export-unreadable', params }));
  };
  expect(await said('de')).toMatchObject({
    detail: 'a.csv: Das ist ein Bild.',
    remedy: 'Exportieren Sie die Transaktionen als CSV, XLSX, Parquet, XML oder JSON.',
  });
  expect(await said('fr')).toMatchObject({ detail: 'a.csv\u202f: C’est une image.' });
  expect(await said('en')).toMatchObject({ detail: 'a.csv: It is an image.' });
});
