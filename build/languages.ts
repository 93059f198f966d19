/**
 * @file Implements `npm run languages`, for people who translate:
 * - `missing CODE [PATH]`: the texts that the catalogue lacks, as JSON: each key with the places of its use, whose path
 *   begins with PATH if it is given;
 * - `faults CODE`: translations that do not fit their text;
 * - `add CODE FILE`: takes the texts of a JSON file (key: translation) into the catalogue, and sorts it;
 * - `tidy CODE`: removes what no source uses any more, and sorts it.
 */

import { readFileSync } from 'node:fs';
import {
  catalogueIn,
  faultsOfTranslation,
  missingIn,
  readCatalogue,
  staleIn,
  writeCatalogue,
} from './languages/catalogues.ts';
import { allTexts } from './languages/help-texts.ts';

const [task, code, path = ''] = process.argv.slice(2);

function usage(): never {
  console.error('npm run languages -- missing CODE [PATH] | faults CODE | add CODE FILE | tidy CODE');
  process.exit(2);
}

if (code === undefined || !/^[a-z]{2,3}$/.test(code)) usage();
const { uses } = allTexts();
const catalogue = readCatalogue(code);

switch (task) {
  case 'missing':
    console.log(
      JSON.stringify(
        missingIn(
          catalogue,
          uses.filter(({ file }) => file.startsWith(path)),
        ),
        null,
        2,
      ),
    );
    break;
  case 'faults':
    for (const { text, key } of new Map(uses.map((use) => [use.key, use])).values()) {
      const translation = catalogue[key];
      if (translation === undefined) continue;
      for (const fault of faultsOfTranslation(text, translation, code)) console.log(`“${key}”: ${fault}`);
    }
    break;
  case 'add':
    if (path === '') usage();
    writeCatalogue(code, { ...catalogue, ...catalogueIn(readFileSync(path, 'utf8'), path) });
    break;
  case 'tidy': {
    const stale = new Set(staleIn(catalogue, uses));
    writeCatalogue(code, Object.fromEntries(Object.entries(catalogue).filter(([key]) => !stale.has(key))));
    console.log(`${stale.size} removed.`);
    break;
  }
  default:
    usage();
}
