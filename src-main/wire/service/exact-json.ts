/** @file JSON whose numbers keep the spelling that they have in the text: JSON.parse would round long ones. Pure. */

import { NUMERAL, TEXT } from '../../ground/json/tokens.ts';

/** A number as it is written. */
export class Numeral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const TOKENS = new RegExp(`${TEXT}|${NUMERAL}`, 'g');

/**
 * The value of a text that is known to be JSON, and not too deep to walk through: its numbers are Numerals.
 * Throws what JSON.parse throws for any other text.
 */
export function exactValueOf(text: string): unknown {
  // Every text and key begins with one letter, every number is a text that begins with another.
  const spelled = text.replace(TOKENS, (token) => (token.startsWith('"') ? `"t${token.slice(1)}` : `"n${token}"`));
  return unspelled(JSON.parse(spelled));
}

function unspelled(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('n') ? new Numeral(value.slice(1)) : value.slice(1);
  if (Array.isArray(value)) return value.map(unspelled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.slice(1), unspelled(inner)]));
}
