import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysAsText, type Pressed, shownKeys, strokeOf } from '../../src-renderer/shortcuts/keys.ts';
import { pageShortcuts } from '../../src-renderer/shortcuts/page-shortcuts.ts';
import { shortcutGroups } from '../../src-renderer/shortcuts/shortcut-groups.ts';
import { afterStroke, nothingBegun } from '../../src-renderer/shortcuts/strokes.ts';

const pressed = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

/** What browsers on any system do with keys while no field has the focus. */
const ofBrowsers = [
  ...'ACDEFGHIJLNOPRSTUVWXZ0123456789+-='.split('').map((key) => `Mod+${key}`),
  ...[
    '/',
    "'",
    ' ',
    'F1',
    'F3',
    'F5',
    'F6',
    'F7',
    'F11',
    'F12',
    'Escape',
    'Tab',
    'Backspace',
    'Home',
    'End',
    'PageDown',
  ],
];

describe('The shortcuts of the page', () => {
  it('are none of a browser’s own', () => {
    expect(
      pageShortcuts(true).filter(({ keys }) => keys.split(' ').some((stroke) => ofBrowsers.includes(stroke))),
    ).toEqual([]);
  });

  it('mean one thing each, and none is the first key of another', () => {
    const all = pageShortcuts(true).map(({ keys }) => keys);
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((keys) => all.some((other) => other !== keys && other.startsWith(`${keys} `)))).toEqual([]);
  });
});

describe('A key that is pressed', () => {
  it.each([
    ['k', { ctrlKey: true }, 'linux', 'Mod+K'],
    ['k', { metaKey: true }, 'macos', 'Mod+K'],
    ['k', { ctrlKey: true }, 'macos', undefined],
    ['k', { metaKey: true }, 'windows', undefined],
    ['g', {}, 'linux', 'G'],
    ['п', { code: 'KeyG' }, 'linux', 'G'],
    ['л', { code: 'KeyK', ctrlKey: true }, 'linux', 'Mod+K'],
    ['?', { code: 'Slash' }, 'linux', '?'],
    ['g', { altKey: true }, 'linux', undefined],
    ['Enter', {}, 'linux', 'Enter'],
  ] as const)('“%s” with %j on %s is %s', (key, held, platform, stroke) => {
    expect(strokeOf(pressed(key, held), platform)).toBe(stroke);
  });
});

describe('Keys one after the other', () => {
  const shortcuts = [
    { keys: 'G Q', meaning: 'queue' },
    { keys: '?', meaning: 'keys' },
  ];
  /** What each stroke means, pressed at these times. */
  const meanings = (strokes: readonly (readonly [string, number])[]) => {
    let begun = nothingBegun;
    return strokes.map(([stroke, at]) => {
      const after = afterStroke(shortcuts, begun, stroke, at);
      begun = after.begun;
      return after.meaning;
    });
  };

  it('mean something together if the second follows soon', () => {
    expect(
      meanings([
        ['G', 0],
        ['Q', 1500],
      ]),
    ).toEqual([undefined, 'queue']);
    expect(
      meanings([
        ['G', 0],
        ['Q', 1501],
      ]),
    ).toEqual([undefined, undefined]);
  });

  it('begin from the latest key that can begin', () => {
    expect(
      meanings([
        ['G', 0],
        ['G', 900],
        ['Q', 1800],
      ]),
    ).toEqual([undefined, undefined, 'queue']);
    expect(
      meanings([
        ['G', 0],
        ['X', 100],
        ['Q', 200],
      ]),
    ).toEqual([undefined, undefined, undefined]);
    expect(
      meanings([
        ['G', 0],
        ['?', 100],
        ['Q', 200],
      ]),
    ).toEqual([undefined, 'keys', undefined]);
  });

  it('mean the second one only right after the first', () => {
    const strokes = fc.array(fc.constantFrom('G', 'Q', '?', 'X'), { maxLength: 20 });
    fc.assert(
      fc.property(strokes, (all) => {
        const said = meanings(all.map((stroke, place) => [stroke, place] as const));
        expect(said.map((meaning) => meaning === 'queue')).toEqual(
          all.map((stroke, place) => stroke === 'Q' && all[place - 1] === 'G'),
        );
      }),
    );
  });
});

describe('The list of shortcuts', () => {
  const keysIn = (shell: 'browser' | 'electron', singleStrokes: boolean, isInTeam = true) =>
    shortcutGroups({ shell, singleStrokes, isInTeam }).flatMap(({ shortcuts }) =>
      shortcuts.flatMap(({ keys }) => keys),
    );

  it('has every key of the page', () => {
    for (const { keys } of pageShortcuts(true)) expect(keysIn('browser', true)).toContain(keys);
  });

  it('has each key of an action once, whatever it does to which file', () => {
    const { shortcuts = [] } =
      shortcutGroups({ shell: 'browser', singleStrokes: true, isInTeam: false }).find(
        ({ group }) => group === 'actions',
      ) ?? {};
    const keys = shortcuts.flatMap((one) => one.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(shortcuts).toContainEqual({ meaning: 'Try now, or send now', keys: ['T'] });
  });

  it('has no keys that are turned off, and those of the menu only on the desktop', () => {
    expect(keysIn('browser', false)).not.toContain('?');
    expect(keysIn('browser', false)).not.toContain('G Q');
    expect(keysIn('browser', false)).toContain('Mod+K');
    expect(keysIn('browser', true)).not.toContain('Mod+1');
    expect(keysIn('electron', false)).toContain('Mod+1');
  });

  it('has the key of the team only where there is a team ledger', () => {
    expect(keysIn('browser', true)).toContain('G E');
    expect(keysIn('browser', true, false)).not.toContain('G E');
  });

  it('shows keys as the keyboards of the system have them', () => {
    expect(shownKeys('Mod+K', 'macos')).toEqual([['⌘', 'K']]);
    expect(shownKeys('Shift+Space', 'windows')).toEqual([['Shift', 'Space']]);
    expect([keysAsText('Mod+K', 'linux'), keysAsText('Mod+K', 'macos'), keysAsText('G Q', 'macos')]).toEqual([
      'Ctrl+K',
      '⌘K',
      'G Q',
    ]);
  });
});
