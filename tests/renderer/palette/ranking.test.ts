import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Rankable, ranked, withUse } from '../../../src-renderer/palette/ranking.ts';

const command = (title: string, aliases?: string): Rankable => ({ id: title, title, ...(aliases && { aliases }) });
const order = (commands: readonly Rankable[], query: string, recent: readonly string[] = []) =>
  ranked(commands, query, recent).map(({ command: { title } }) => title);

describe('The order of commands', () => {
  it('begins with whole beginnings, then beginnings of words, then pieces, then scattered letters, then other words', () => {
    const commands = [
      command('Appearance: Dark', 'rules of colour'),
      command('Read unfamiliar linen'),
      command('Overrules'),
      command('Run the rules'),
      command('Rules'),
    ];
    expect(order(commands, 'rul')).toEqual([
      'Rules',
      'Run the rules',
      'Overrules',
      'Read unfamiliar linen',
      'Appearance: Dark',
    ]);
  });

  it('puts the one used most recently first among those that fit alike, and only among those', () => {
    const commands = ['Pause', 'Page', 'Pages of history', 'A page'].map((title) => command(title));
    expect(order(commands, 'pa', ['A page', 'Pages of history', 'Page'])).toEqual([
      'Pages of history',
      'Page',
      'Pause',
      'A page',
    ]);
  });

  it('puts what was typed as whole words before what was used last, and the whole title before both', () => {
    const commands = ['Rules of a day', 'Rulesets', 'Run the rules', 'The ruleset', 'Rules…'].map((title) =>
      command(title),
    );
    expect(order(commands, 'rules', ['The ruleset', 'Rulesets', 'Run the rules', 'Rules of a day'])).toEqual([
      'Rules…',
      'Rules of a day',
      'Rulesets',
      'Run the rules',
      'The ruleset',
    ]);
    expect(
      order(
        ['Statement: Day', 'State'].map((title) => command(title)),
        'state',
        ['Statement: Day'],
      ),
    ).toEqual(['State', 'Statement: Day']);
  });

  it('keeps all, the recently used first, while nothing is typed', () => {
    expect(
      order(
        ['a', 'b', 'c'].map((title) => command(title)),
        ' ',
        ['c', 'gone'],
      ),
    ).toEqual(['c', 'a', 'b']);
  });

  it('finds no other word by a piece of its inside', () => {
    expect(order([command('Connections', 'credentials')], 'red')).toEqual([]);
  });

  it('is the same for the same input, and shows each command that fits once', () => {
    const titles = fc.uniqueArray(fc.stringMatching(/^[abc ]{1,8}$/), { maxLength: 12 });
    fc.assert(
      fc.property(
        titles,
        fc.stringMatching(/^[abc]{0,3}$/),
        fc.array(fc.stringMatching(/^[abc]{1,3}$/)),
        (all, query, recent) => {
          const commands = all.map((title) => command(title));
          const once = order(commands, query, recent);
          expect(order(commands, query, recent)).toEqual(once);
          expect(new Set(once).size).toBe(once.length);
          const withTitle = all.filter((title) => title.startsWith(query));
          expect(once.slice(0, withTitle.length).toSorted()).toEqual(withTitle.toSorted());
        },
      ),
    );
  });
});

describe('The recently used commands', () => {
  it('have the latest first, each once, and no more than twelve', () => {
    expect(withUse(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
    const many = Array.from({ length: 12 }, (_, index) => `${index}`);
    expect(withUse(many, 'new')).toEqual(['new', ...many.slice(0, 11)]);
  });
});
