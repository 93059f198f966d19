import { describe, expect, it } from 'vitest';
import { chosenRows } from '../../../src-renderer/palette/chosen-rows.ts';
import { commandsIn, jumpsTo, type Situation } from '../../../src-renderer/palette/commands.ts';
import { SearchableTexts } from '../../../src-renderer/palette/ranking.ts';
import { sectionsFor } from '../../../src-renderer/palette/sections.ts';
import type { Place, SubmissionRow } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { submissionIdSchema } from '../../../src-shared/shapes.ts';
import { row as queueRow } from '../../shells/rows.ts';

const row = (id: number, change: Partial<SubmissionRow>) => queueRow(id, { state: 'processed', ...change });
const situation: Situation = {
  shell: 'browser',
  chosen: [],
  areSelected: true,
  shown: [],
  search: '',
  isFiltered: false,
  connections: [{ name: 'Nordbank' }],
  areConnectionsManaged: false,
  isInTeam: false,
  appearance: 'dark',
  list: { rows: 'compact', grouping: 'together' },
  language: 'en',
  hasFiles: true,
  removals: [],
  offered: [],
};
const titles = (change: Partial<Situation> = {}) => commandsIn({ ...situation, ...change }).map(({ title }) => title);
const sections = (change: Partial<Situation>, query = '', recent: string[] = [], jumps: SubmissionRow[] = []) =>
  sectionsFor({
    commands: commandsIn({ ...situation, ...change }),
    jumps: jumpsTo(jumps),
    query,
    recent,
    texts: new SearchableTexts(),
  });

describe('The commands that are possible now', () => {
  it('lead to the page of the team only where there is a team ledger', () => {
    expect(titles()).not.toContain('Team');
    expect(titles({ isInTeam: true })).toContain('Team');
  });

  it('change how the queue looks, and say how it looks now', () => {
    const looks = commandsIn(situation).filter(({ act }) => act.kind === 'list-look');
    expect(looks.map(({ title, hint }) => [title, hint])).toEqual([
      ['Comfortable rows', undefined],
      ['Compact rows', 'chosen now'],
      ['Show together what came together', 'chosen now'],
      ['Show each file by itself', undefined],
    ]);
  });

  it('save the list of the queue as it is shown, where it shows something', () => {
    const shown = [row(7, {}), row(3, {})];
    const ids = shown.map(({ id }) => id);
    const saves = commandsIn({ ...situation, shown }).flatMap(({ act }) => (act.kind === 'save' ? [act.what] : []));
    expect(saves.filter(({ kind }) => kind === 'queue-list')).toEqual([
      { kind: 'queue-list', ids, format: 'csv', language: 'en' },
      { kind: 'queue-list', ids, format: 'jsonl', language: 'en' },
    ]);
    expect(titles({ shown: [] }).join()).not.toContain('Save the list');
  });

  it('correct files of the list, and remove what is done of it, wherever the keyboard is', () => {
    const [faulty, chosen] = [4, 5].map((id) => row(id, { state: 'held', errors: 2 }));
    const [done, settled] = [row(6, {}), row(7, { state: 'corrected' })];
    const shown = [faulty, chosen, done, settled].flatMap((one) => one ?? []);
    const works = commandsIn({ ...situation, shown, chosen: chosen === undefined ? [] : [chosen] }).filter(({ id }) =>
      /^correct:|^remove-done/.test(id),
    );
    expect(works.map(({ act }) => act)).toEqual([
      { kind: 'way', way: 'correct', id: faulty?.id },
      { kind: 'step', step: 'remove', ids: [done?.id, settled?.id] },
    ]);
  });

  it('are also those that the page offers, and first', () => {
    const offered: Situation['offered'] = [
      { id: 'a', title: 'Correct and send 4', group: 'offered', act: { kind: 'offered', run: () => {} } },
    ];
    expect(titles({ offered })[0]).toBe('Correct and send 4');
    expect(sections({ offered }).shown[0]?.title).toBe('On this page');
  });

  it('send what is selected, place by place, as the bar of the selection does', () => {
    const released = (id: number, connection: string) =>
      row(id, {
        state: 'held',
        connection,
        error: new AppError('submission.awaits-release', { folder: '/in', warnings: 0 }).toRecord(),
      });
    const sends = (chosen: SubmissionRow[]) => titles({ chosen }).filter((title) => title.startsWith('Send…'));
    expect(sends([released(1, 'Nordbank'), released(2, 'Nordbank')])).toEqual(['Send…']);
    expect(sends([released(1, 'Nordbank'), released(2, 'Südbank')])).toEqual(['Send… Nordbank', 'Send… Südbank']);
  });

  it('Each command has an id of its own', () => {
    const chosen = [row(1, { state: 'held', errors: 3, warnings: 1 })];
    const ids = commandsIn({ ...situation, shell: 'electron', chosen }).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lead to all pages, a test of each connection, the ways to help, and the three appearances', () => {
    expect(titles()).toEqual([
      'Add files…',
      'New connection',
      'Queue',
      'Prepare',
      'Overview',
      'History',
      'Send transaction',
      'Rules',
      'Observe',
      'Connections',
      'Settings',
      'Find in the queue',
      'Statement',
      'Compare with the core system…',
      'Diagnose Nordbank',
      'Hours and bandwidth of Nordbank',
      'Save for support…',
      'Verify the history…',
      'Appearance: Same as the system',
      'Appearance: Light',
      'Appearance: Dark',
      'Comfortable rows',
      'Compact rows',
      'Show together what came together',
      'Show each file by itself',
      'Language: same as the system',
      'Language: English',
      'Language: Deutsch',
      'Language: Français',
      'Keyboard shortcuts',
      'Show the tour',
    ]);
  });

  it('Without a connection no files can be added, and where the organisation sets them none can be made', () => {
    const without = titles({ connections: [], areConnectionsManaged: true });
    expect(without).not.toContain('Add files…');
    expect(without).not.toContain('New connection');
  });

  it('Of the steps only those appear that are possible', () => {
    expect(titles({ chosen: [row(1, { state: 'uploading' })] }).slice(0, 2)).toEqual(['Pause', 'Cancel…']);
    expect(titles({ chosen: [row(1, { state: 'processed' })] })).not.toContain('Pause');
    expect(titles({ chosen: [row(1, { state: 'processed' })] })).toContain('Remove file-1.jsonl');
  });

  it('A step for several submissions names only those that it fits', () => {
    const chosen = [row(1, { state: 'uploading' }), row(2, { state: 'processed' }), row(3, { state: 'waiting' })];
    const pause = commandsIn({ ...situation, chosen }).find(({ title }) => title === 'Pause');
    expect(pause).toMatchObject({ hint: '2 selected', act: { kind: 'step', step: 'pause', ids: [1, 3] } });
  });

  it('The receipt as PDF is saved only by the desktop app', () => {
    const chosen = [
      row(1, { state: 'processed', whole: { batches: 1, bytes: 10, lines: 1 } as SubmissionRow['whole'] }),
    ];
    expect(titles({ chosen, shell: 'electron' })).toContain('Save the receipt as PDF…');
    expect(titles({ chosen })).not.toContain('Save the receipt as PDF…');
  });

  it('The receipt is offered wherever the page of a file has it, also of one that was only corrected', () => {
    const [corrected, untouched] = [
      row(1, { state: 'corrected', story: { correctedBy: submissionIdSchema.parse(2) } }),
      row(2, { state: 'held', whole: { batches: 0, bytes: 0 } }),
    ];
    expect(sections({ chosen: [corrected] }, 'receipt').shown[0]?.options[0]?.command).toMatchObject({
      title: 'Receipt of file-1.jsonl…',
      act: { kind: 'receipt', of: { id: 1, fileName: 'file-1.jsonl' } },
    });
    expect(titles({ chosen: [untouched] }).join()).not.toContain('Receipt');
  });

  it('“find” leads to the field of the search, where there is something to find', () => {
    expect(sections({}, 'find').shown[0]?.options[0]?.command.act).toEqual({ kind: 'search' });
    expect(titles({ hasFiles: false })).not.toContain('Find in the queue');
  });

  it('Keys of the desktop’s menu are not shown in a browser', () => {
    const keysOf = (shell: Situation['shell']) =>
      commandsIn({ ...situation, shell }).flatMap(({ title, keys }) =>
        title === 'Queue' || title === 'Add files…' ? [keys] : [],
      );
    expect([keysOf('browser'), keysOf('electron')]).toEqual([
      [undefined, 'G Q'],
      ['Mod+O', 'Mod+1'],
    ]);
  });
});

describe('The list', () => {
  it('What ends a submission is never what Enter would do first', () => {
    const shown = sections({ chosen: [row(1, { state: 'processed' })], connections: [] }, '', ['step:remove']).shown;
    expect(shown[0]?.options[0]?.command.title).not.toContain('Remove');
  });

  it('removes what a person has selected, else what is done, before the file at which the keyboard only was', () => {
    const [chosen] = [[row(1, {})]];
    const shown = [...chosen, row(2, {})];
    const best = (areSelected: boolean) =>
      sections({ chosen, shown, areSelected }, 'remove').shown[0]?.options[0]?.command.title;
    expect(best(true)).toBe('Remove file-1.jsonl');
    expect(best(false)).toBe('Remove what is done from the list');
  });

  it('says where only what is searched for, or what a filter shows, would be removed', () => {
    const best = (change: Partial<Situation>) =>
      sections({ shown: [row(2, {})], ...change }, 'remove').shown[0]?.options[0]?.command.title;
    expect(best({ search: '68033956' })).toBe('Remove what is done of what “68033956” finds');
    expect(best({ isFiltered: true })).toBe('Remove what is done of what the filter shows');
  });

  it('“hours” leads to those of the connection itself', () => {
    const best = sections({}, 'hours').shown[0]?.options[0]?.command;
    expect(best?.act).toEqual({ kind: 'hours', connection: 'Nordbank' });
  });

  it('The recently used commands stand first, and only once', () => {
    const { shown } = sections({}, '', ['page:rules', 'page:gone']);
    expect(shown[0]).toMatchObject({ title: 'Recently used', options: [{ command: { id: 'page:rules' } }] });
    const all = shown.flatMap(({ options }) => options.map(({ command: { id } }) => id));
    expect(all.filter((id) => id === 'page:rules')).toHaveLength(1);
  });

  it('A submission is found by its name and by its number, the newest first', () => {
    const rows = [
      row(1, { fileName: 'cards.jsonl' }),
      row(12, { fileName: 'cards.jsonl' }),
      row(2, { fileName: 'x.jsonl' }),
    ];
    const idsFor = (query: string) =>
      sections({}, query, [], rows).shown.flatMap(({ options }) => options.map(({ command: { id } }) => id));
    expect(idsFor('cards')).toEqual(['submission:12', 'submission:1', 'search']);
    expect(idsFor('#2')).toEqual(['submission:2', 'search']);
    expect(idsFor('12')[0]).toBe('submission:12');
  });

  it('A submission whose name begins as typed comes before a command that has it somewhere', () => {
    const rows = [row(1, { fileName: 'rest.jsonl' })];
    const [first] = sections({}, 're', [], rows).shown[0]?.options ?? [];
    expect(first?.command.id).toBe('submission:1');
  });

  it('What fits nothing can be searched for, such as the id of a payment', () => {
    const [only, ...others] = sections({}, ' 7d1f08c2 ').shown.flatMap(({ options }) => options);
    expect([only?.command.act, others]).toEqual([{ kind: 'search', text: '7d1f08c2' }, []]);
  });

  it('Of ten thousand submissions that fit, twenty are shown, and the others are counted', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => row(index + 1, { fileName: `card ${index}.jsonl` }));
    const { shown, left } = sections({}, 'card', [], rows);
    expect([shown[0]?.options.length, left]).toEqual([20, 9980]);
  });
});

describe('The submissions that commands are about', () => {
  const rows = new Map([1, 2, 3].map((id) => [id as SubmissionRow['id'], row(id, {})]));
  const ids = (found: SubmissionRow[]) => found.map(({ id }) => id);
  const id = (number: number) => number as SubmissionRow['id'];

  it('are the one that is open, else those selected, else the one with the keyboard', () => {
    const view = { selected: new Set([id(2), id(9)]), current: id(3), shown: [id(3)] };
    expect(ids(chosenRows({ route: { page: 'submission', id: id(1) }, view, rows }))).toEqual([1]);
    expect(ids(chosenRows({ route: { page: 'queue' }, view, rows }))).toEqual([2]);
    expect(ids(chosenRows({ route: { page: 'queue' }, view: { ...view, selected: new Set() }, rows }))).toEqual([3]);
    expect(ids(chosenRows({ route: { page: 'settings' }, view, rows }))).toEqual([]);
  });

  it('are none where a search has hidden the one that had the keyboard', () => {
    const view = { selected: new Set<SubmissionRow['id']>(), current: id(3), shown: [id(1)] };
    expect(chosenRows({ route: { page: 'queue' }, view, rows })).toEqual([]);
  });

  it('are the shown ones of a group with the keyboard', () => {
    const addition = { id: 'a', by: 'person' } as const;
    const together = new Map([1, 2, 3].map((one) => [id(one), row(one, one === 2 ? {} : { addition })]));
    const view = { selected: new Set<SubmissionRow['id']>(), current: 'a', shown: [id(2), id(1)] };
    expect(ids(chosenRows({ route: { page: 'queue' }, view, rows: together }))).toEqual([1]);
  });
});

describe('An id that is typed into the list of commands', () => {
  const id = '9db6c7ae-b464-451e-8019-58035592dcbb';
  const place: Place = {
    id,
    submission: submissionIdSchema.parse(1),
    file: '/south.jsonl',
    fileName: 'south.jsonl',
    connection: 'Nordbank',
    line: 200,
    field: 'payment_external_id',
    payment: { amount: '2710.14', currency: 'GBP', at: '2026-11-05T11:07:46' },
    state: 'processed',
    isConfirmed: true,
    isRemoved: false,
  };
  const shownFor = (query: string, places: readonly Place[] = []) =>
    sectionsFor({
      commands: commandsIn(situation),
      jumps: [],
      query,
      recent: [],
      texts: new SearchableTexts(),
      places,
    }).shown.flatMap(({ options }) => options.map(({ command }) => command));

  it('is searched for with Enter, in the files as well, as its first entry says', () => {
    expect(shownFor(` ${id} `).map(({ title, act }) => [title, act])).toEqual([
      [`Search for ${id} in the queue and in the files`, { kind: 'search', text: id }],
    ]);
    expect(shownFor('no such thing').at(-1)?.title).toBe('Find “no such thing” in the queue');
  });

  it('is shown where it was found, with what the line pays', () => {
    const [, found] = shownFor(id, [place]);
    expect([found?.title, found?.hint, found?.act]).toEqual([
      'south.jsonl, line 200',
      'Payment id (UUID) · 2,710.14 GBP, 5 Nov 2026, 11:07:46',
      { kind: 'search', text: id },
    ]);
  });
});
