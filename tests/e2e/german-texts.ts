/** @file Which texts of a German window are English: keys of the catalogue, and texts with English words that bind others. */

import german from '../../src-shared/languages/de.json' with { type: 'json' };
import { notOurs } from './shown-texts.ts';

const translations = new Set<string>(Object.values(german));
const untranslated = new Set(
  Object.entries(german).flatMap(([text, translation]) =>
    text === translation || translations.has(text) ? [] : [text],
  ),
);

/** What a file says stands in quotation marks. */
const quoted = /[„“][^„“”]*[“”]/g;

/** Words that German does not have: “was”, “will” and “an” it has, and IT in capitals. */
const binding =
  /(?<!\p{L})([Tt]he|[Ii]s|[Aa]re|[Oo]f|[Ww]ith|[Aa]nd|[Cc]annot|[Nn]ot|[Tt]his|[Tt]hat|[Tt]o|[Ff]or|[Ff]rom|[Hh]as|[Hh]ave|It|it|be|been|by|or|[Yy]our?|[Ww]hich|[Ww]hen|[Ww]here|its)(?!\p{L})/u;

export function englishAmong(texts: readonly string[]): string[] {
  const english = texts.filter((text) => {
    const ours = [quoted, ...notOurs].reduce<string>((rest, value) => rest.replaceAll(value, ''), text).trim();
    return untranslated.has(ours) || binding.test(ours);
  });
  return [...new Set(english)];
}
