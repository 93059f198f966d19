/** @file What people call the time zones: cities with their part of the world, by the names that the language has for them. Pure. */

import { type Fact, fact } from '../../src-shared/languages/fact.ts';
import { inWords } from '../../src-shared/languages/message.ts';
import { comparable } from '../../src-shared/queue-filter.ts';

type Names = Readonly<Record<string, Fact>>;

const areas: Names = {
  Africa: fact('Africa'),
  America: fact('America'),
  Antarctica: fact('Antarctica'),
  Arctic: fact('Arctic'),
  Asia: fact('Asia'),
  Atlantic: fact('Atlantic'),
  Australia: fact('Australia'),
  Europe: fact('Europe'),
  Indian: fact('Indian Ocean'),
  Pacific: fact('Pacific'),
};

/** Those that languages call otherwise, or that are called otherwise than their zone; both spellings where systems differ. */
const cities: Names = {
  'Africa/Algiers': fact('Algiers'),
  'Africa/Cairo': fact('Cairo'),
  'Africa/Tripoli': fact('Tripoli'),
  'America/Havana': fact('Havana'),
  'America/Mexico_City': fact('Mexico City'),
  'Asia/Baghdad': fact('Baghdad'),
  'Asia/Beirut': fact('Beirut'),
  'Asia/Damascus': fact('Damascus'),
  'Asia/Dubai': fact('Dubai'),
  'Asia/Hong_Kong': fact('Hong Kong'),
  'Asia/Jerusalem': fact('Jerusalem'),
  'Asia/Kuwait': fact('Kuwait'),
  'Asia/Nicosia': fact('Nicosia'),
  'Asia/Riyadh': fact('Riyadh'),
  'Asia/Seoul': fact('Seoul'),
  'Asia/Singapore': fact('Singapore'),
  'Asia/Tbilisi': fact('Tbilisi'),
  'Asia/Tehran': fact('Tehran'),
  'Asia/Tokyo': fact('Tokyo'),
  'Asia/Yerevan': fact('Yerevan'),
  'Atlantic/Azores': fact('Azores'),
  'Atlantic/Canary': fact('Canary Islands'),
  'Atlantic/Faeroe': fact('Faroe Islands'),
  'Atlantic/Faroe': fact('Faroe Islands'),
  'Atlantic/Madeira': fact('Madeira'),
  'Europe/Andorra': fact('Andorra'),
  'Europe/Athens': fact('Athens'),
  'Europe/Belgrade': fact('Belgrade'),
  'Europe/Brussels': fact('Brussels'),
  'Europe/Bucharest': fact('Bucharest'),
  'Europe/Busingen': fact('Büsingen'),
  'Europe/Chisinau': fact('Chisinau'),
  'Europe/Copenhagen': fact('Copenhagen'),
  'Europe/Guernsey': fact('Guernsey'),
  'Europe/Isle_of_Man': fact('Isle of Man'),
  'Europe/Kiev': fact('Kyiv'),
  'Europe/Kyiv': fact('Kyiv'),
  'Europe/Lisbon': fact('Lisbon'),
  'Europe/London': fact('London'),
  'Europe/Luxembourg': fact('Luxembourg'),
  'Europe/Malta': fact('Malta'),
  'Europe/Moscow': fact('Moscow'),
  'Europe/Prague': fact('Prague'),
  'Europe/Rome': fact('Rome'),
  'Europe/San_Marino': fact('San Marino'),
  'Europe/Tirane': fact('Tirana'),
  'Europe/Vatican': fact('Vatican City'),
  'Europe/Vienna': fact('Vienna'),
  'Europe/Warsaw': fact('Warsaw'),
  'Europe/Zurich': fact('Zurich'),
};

/** “Stockholm (Europe)”. */
export function cityOf(zone: string): string {
  const [area = '', ...places] = zone.replaceAll('_', ' ').split('/');
  if (places.length === 0) return area;
  return `${inWords(cities[zone] ?? places.reverse().join(', '))} (${inWords(areas[area] ?? area)})`;
}

/** Whether a person who types this means the zone: any of its names is right, also without its accents. */
export const isZoneOf = ({ value, label }: { value: string; label: string }, typed: string): boolean =>
  comparable(`${label} ${value.replaceAll('_', ' ')}`).includes(comparable(typed.trim()));
