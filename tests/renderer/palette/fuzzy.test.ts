import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchOf, searchable, wordsOf } from '../../../src-renderer/palette/fuzzy.ts';
import { anyText } from '../../any-text.ts';

const match = (query: string, text: string) => matchOf(wordsOf(query), searchable(text));
const fitOf = (query: string, text: string) => match(query, text)?.fit;
/** The letters of the text that were found. */
const found = (query: string, text: string) =>
  match(query, text)
    ?.places.map((place) => text[place])
    .join('');

describe('How well a text fits', () => {
  it.each([
    ['new', 'New connection', 0],
    ['con', 'New connection', 1],
    ['nec', 'New connection', 2],
    ['ncn', 'New connection', 3],
    ['new con', 'New connection', 0],
    ['con new', 'New connection', 1],
    ['2026', 'payments-2026-11.jsonl', 1],
    ['jsonl', 'payments-2026-11.jsonl', 1],
    ['ÜBER', 'Überweisungen Süd', 0],
    ['sud', 'Überweisungen Süd', 1],
    ['hinzufugen', 'Dateien hinzufügen', 1],
    ['hinzufuegen', 'Dateien hinzufügen', 1],
    ['groesse', 'Größe der Pakete', 0],
    ['größe', 'Paketgröße', 2],
    ['queue', 'Queue', 0],
    ['東京', '決済_東京', 1],
    ['', 'anything', 0],
    ['   ', 'anything', 0],
  ])('“%s” fits “%s” with grade %d', (query, text, fit) => {
    expect(fitOf(query, text)).toBe(fit);
  });

  it.each([
    ['newx', 'New connection'],
    ['connections', 'New connection'],
    ['nw', 'New connection'],
    ['wnc', 'New connection'],
    ['new rules', 'New connection'],
    ['a', ''],
  ])('“%s” does not fit “%s”', (query, text) => {
    expect(fitOf(query, text)).toBeUndefined();
  });

  it('The letters that were found are those that were typed', () => {
    expect([found('con', 'New connection'), found('ncn', 'New connection'), found('sud', 'Übung Süd')]).toEqual([
      'con',
      'Ncn',
      'Süd',
    ]);
  });

  it('Signs outside of the basic plane keep their halves together', () => {
    expect(match('b', '😀 b')?.places).toEqual([3]);
    expect(match('😀', 'a 😀')?.places).toEqual([2, 3]);
  });
});

describe('Whatever is typed', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '-', 'Ä', '1'), maxLength: 12 });
  const anything = anyText({ maxLength: 60 });

  it('a text fits itself from its beginning', () => {
    fc.assert(fc.property(letters, (text) => fitOf(text.trim(), text.trim()) === 0));
  });

  it('a beginning fits better than or as well as any other piece of the same text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,10}$/), fc.nat(9), (text, from) => {
        const piece = text.slice(from % text.length);
        expect(fitOf(text.slice(0, piece.length), text)).toBeLessThanOrEqual(fitOf(piece, text) ?? 9);
      }),
    );
  });

  it('the found places are inside of the text, in their order, each once', () => {
    fc.assert(
      fc.property(anything, anything, (query, text) => {
        const places = match(query, text)?.places ?? [];
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        expect(places.every((place) => place >= 0 && place < text.length)).toBe(true);
      }),
    );
  });

  it('letters that a text does not have never fit it', () => {
    fc.assert(fc.property(letters, (text) => fitOf('z', text) === undefined));
  });

  it('more letters never fit where fewer do not', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[abc]{3,6}$/), letters, (query, text) => {
        if (fitOf(query, text) === undefined) expect(fitOf(`${query}a`, text)).toBeUndefined();
      }),
    );
  });
});
