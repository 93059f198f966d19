import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marked, searchSettings } from '../../src-renderer/settings/search/search-settings.ts';

const sections = [
  {
    id: 'sending',
    title: 'Sending',
    entries: [
      { label: 'Limit the upload speed', hint: 'Applies to all uploads.', words: 'bandwidth, throttle' },
      { label: 'Batches at the same time' },
    ],
  },
  { id: 'look', title: 'Appearance', entries: [{ label: 'Light or dark', words: 'colours, théme' }] },
] as const;

const found = (query: string) => searchSettings(sections, query);
const matches = (text: readonly { text: string; isMatch: boolean }[] | undefined) =>
  text?.filter(({ isMatch }) => isMatch).map(({ text: one }) => one);

describe('The search of the settings', () => {
  it('shows every section, without marks, while nothing is sought', () => {
    expect(found(' \t').map(({ id, entries }) => [id, entries.length])).toEqual([
      ['sending', 0],
      ['look', 0],
    ]);
  });

  it('finds by the label, in any letter case, and marks what was sought', () => {
    const [section, ...others] = found('UPLOAD sp');
    expect([section?.id, others]).toEqual(['sending', []]);
    expect(section?.entries).toHaveLength(1);
    expect(matches(section?.entries[0]?.label)).toEqual(['upload', 'sp']);
  });

  it('finds by the explanation, and shows it', () => {
    expect(matches(found('applies')[0]?.entries[0]?.hint)).toEqual(['Applies']);
  });

  it('finds by another word, with or without accents, and shows only that one', () => {
    expect(
      found('thrott')[0]
        ?.entries[0]?.words?.map(({ text }) => text)
        .join(''),
    ).toBe('throttle');
    expect(matches(found('theme')[0]?.entries[0]?.words)).toEqual(['théme']);
  });

  it('finds by the title alone', () => {
    expect(found('appear')).toMatchObject([{ id: 'look', entries: [] }]);
    expect(matches(found('appear')[0]?.title)).toEqual(['Appear']);
  });

  it('wants all words, which may stand apart', () => {
    expect(found('sending same').map(({ entries }) => entries.length)).toEqual([1]);
    expect(found('dark upload')).toEqual([]);
  });

  it('finds nothing where nothing is', () => {
    expect(found('zebra')).toEqual([]);
    expect(found('.*')).toEqual([]);
  });

  it('loses no letter of what it marks', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 });
    fc.assert(
      fc.property(text, fc.array(text), (words, sought) => {
        const parts = marked(words, sought);
        expect(parts.map((part) => part.text).join('')).toBe(words);
        expect(parts.every((part, index) => part.isMatch !== parts[index + 1]?.isMatch)).toBe(true);
      }),
    );
  });
});
