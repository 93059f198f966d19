/** @file The names of months in the languages of the exports, long and short, as data, and how they are found in a text. Pure. */

/** Short names are the shortest that people write; what continues one of a month is looked up as a whole. */
const names: readonly string[][] = [
  ['january jan januar januari jaen janvier janv enero ene gennaio gen janner jaenner'],
  ['february feb februar februari fevrier fevr fev febrero febbraio febr'],
  ['march mar maerz marz mars marzo maart mrt mrz'],
  ['april apr avril avr abril abr aprile'],
  ['may mai mayo maggio mag mei'],
  ['june jun juni juin junio giugno giu'],
  ['july jul juli juillet juil julio luglio lug'],
  ['august aug aout agosto ago augustus aou'],
  ['september sep sept septembre septiembre setiembre set settembre'],
  ['october oct oktober okt octobre octubre ottobre ott'],
  ['november nov novembre noviembre'],
  ['december dec dezember dez decembre diciembre dic dicembre'],
].map(([line = '']) => line.split(' '));

const monthByName: ReadonlyMap<string, number> = new Map(
  names.flatMap((ofMonth, index) => ofMonth.map((name): [string, number] => [name, index + 1])),
);

/** The month, from 1, of a name in any case, with or without accents; undefined for another word. */
export function monthOfName(name: string): number | undefined {
  const plain = name.toLowerCase();
  return monthByName.get(plain) ?? monthByName.get(plain.normalize('NFD').replace(/\p{M}/gu, ''));
}
