/** @file From a rejected batch to a processed one, with real processes and the practice tenant. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Misfortune } from '../../src-main/practice/misfortune.ts';
import type { PracticeTenant } from '../../src-main/practice/tenant.ts';
import { noLines } from '../../src-shared/account.ts';
import { transaction, uuid } from '../check/sources.ts';
import { atNight, fewerByDay, runs } from '../harness/night.ts';
import { hastenedClock } from '../hastened-clock.ts';
import { openPracticePlace } from './practice-place.ts';
import type { Workplace } from './tranship.ts';

const LINES = runs(3000, 60_000);
const BATCHES = 6;

type Transaction = ReturnType<typeof transaction>;
const spoilt = (change: (good: Transaction) => object) => (good: Transaction) => [JSON.stringify(change(good))];

/** Twelve kinds of faults; of the last two, no transaction can be read. */
const faults: readonly ((good: Transaction) => string[])[] = [
  spoilt((good) => ({ ...good, payment_source_country: 'Sweden' })),
  spoilt((good) => ({ ...good, payment_target_country: 'de' })),
  spoilt((good) => ({ ...good, payment_method: 7 })),
  spoilt((good) => ({ ...good, modification: { ...good.modification, currency: ' EUR ' } })),
  spoilt((good) => ({ ...good, modification: { ...good.modification, amount: '1.234,50' } })),
  spoilt((good) => ({ ...good, modification: { ...good.modification, created_at: '2024-03-01T10:00:00+02:00' } })),
  spoilt((good) => ({ ...good, sending_partner: {} })),
  spoilt(({ payment_type: _, ...good }) => good),
  (good) => ['', JSON.stringify(good)],
  (good) => [JSON.stringify(good), JSON.stringify(good)],
  (good) => [JSON.stringify(good).slice(0, -1)],
  () => ['[]'],
];

const recipe = {
  version: 1,
  steps: [
    { step: 'keep-one', by: 'modification-id', keep: 'first' },
    { step: 'drop-refused' },
    { step: 'set-missing', field: 'payment_type', value: 'credit' },
    { step: 'drop-field', field: 'sending_partner' },
    { step: 'strip-zone', field: 'modification.created_at', zone: 'UTC' },
    { step: 'number-from-text', field: 'modification.amount', decimal: ',' },
    { step: 'trim', field: 'modification.currency' },
    { step: 'replace', field: 'payment_method', from: 7, to: 'SEPA' },
    { step: 'upper-case', field: 'payment_target_country' },
    { step: 'replace', field: 'payment_source_country', from: 'Sweden', to: 'SE' },
    { step: 'drop-blank' },
  ],
};

/** Every second batch has faults, in every tenth line. Returns the ids of all transactions that can be read. */
async function writeExport(path: string): Promise<string[]> {
  const lines: string[] = [];
  const good: string[] = [];
  for (let at = 0; at < LINES; at += 1) {
    const isSpoilt = at % 10 === 5 && Math.floor((at / LINES) * BATCHES * 2) % 4 === 1;
    const kind = Math.floor(at / 10) % faults.length;
    lines.push(...((isSpoilt && faults[kind]?.(transaction(at))) || [JSON.stringify(transaction(at))]));
    if (!isSpoilt || kind < faults.length - 2) good.push(uuid(at));
  }
  await writeFile(path, `${lines.join('\n')}\n`);
  return good;
}

/** How often each transaction was processed, by what the tenant has stored. */
async function processed(tenant: PracticeTenant): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { state, path } of tenant.batches()) {
    if (state !== 'PROCESSED' || path === undefined) continue;
    for (const line of (await readFile(path, 'utf8')).trimEnd().split('\n')) {
      const { modification } = JSON.parse(line);
      counts.set(modification.external_id, (counts.get(modification.external_id) ?? 0) + 1);
    }
  }
  return counts;
}

async function put(workplace: Workplace, name: string, content: unknown): Promise<string> {
  const path = join(workplace.folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('Thousands of lines in six batches, some of them with faults of twelve kinds', () => {
  it('are rejected, corrected by a recipe, sent again, and each good transaction is processed exactly once', async () => {
    await using place = await openPracticePlace();
    const { workplace, tenant } = place;
    const file = join(workplace.folder, 'export.jsonl');
    const good = await writeExport(file);
    const source = await readFile(file);
    const most = String(Math.ceil(source.length / BATCHES) + 2000);

    const sent = await workplace.run([
      'send',
      file,
      '--max-batch',
      most,
      '--on-invalid',
      'service-decides',
      '--wait',
      '--json',
    ]);
    expect(sent.exitCode).toBe(1);
    expect(sent.submission.batches).toHaveLength(BATCHES);
    const takenAtFirst = (await processed(tenant)).size;
    expect(takenAtFirst).toBeGreaterThan(LINES / 4);

    const recipePath = await put(workplace, 'recipe.json', recipe);
    const out = join(workplace.folder, 'corrected.jsonl');
    const fixed = await workplace.run(['fix', '1', '--recipe', recipePath, '--out', out, '--add', '--json']);
    expect(fixed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(fixed.summary).toMatchObject({ corrects: 1, kept: good.length - takenAtFirst });

    const settled = await workplace.run(['queue', 'list', '1', '--json']);
    expect(settled.submission.state).toBe('corrected');
    const worked = await workplace.run(['work', '--until-idle', '--json']);
    expect(worked.exitCode).toBe(0);

    const counts = await processed(tenant);
    expect([...counts.keys()].sort()).toEqual(good.toSorted());
    expect(new Set(counts.values())).toEqual(new Set([1]));
    expect((await readFile(file)).equals(source)).toBe(true);
  });
});

describe('A few lines of which one batch is rejected', () => {
  async function refusedPlace() {
    const place = await openPracticePlace();
    const lines = [1, 2, 3, 4].map((n) => JSON.stringify(transaction(n)));
    lines[3] = JSON.stringify({ ...transaction(4), payment_source_country: 'Sweden' });
    const file = await put(place.workplace, 'export.jsonl', lines.join('\n'));
    const most = String(Buffer.byteLength(lines.slice(0, 2).join('\n')) + 20);
    const call = ['send', file, '--max-batch', most, '--on-invalid', 'service-decides', '--wait', '--json'];
    const sent = await place.workplace.run(call);
    expect(sent.submission.batches.map(({ state }) => state)).toEqual(['processed', 'rejected']);
    return { ...place, file, lines, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
  }

  it('A corrected file is added, and only what is missing of it is sent', async () => {
    await using place = await refusedPlace();
    const { workplace, tenant, lines } = place;
    const corrected = lines.map((line) => line.replace('Sweden', 'SE'));
    const other = (corrected[0] ?? '').replace('SEPA', 'SWIFT');
    const file = await put(workplace, 'by-hand.jsonl', [other, ...corrected.slice(1)].join('\n'));

    const resent = await workplace.run(['resend', '1', '--file', file]);
    expect(resent.stdout).toContain('The service accepted 1 of 2 batches');
    expect(resent.stdout).toContain('1 line with a modification id that was accepted with another content: 1');
    expect((await workplace.run(['work', '--until-idle'])).exitCode).toBe(0);
    expect([...(await processed(tenant))]).toEqual([1, 2, 3, 4].map((n) => [uuid(n), 1]));
  });

  atNight(it)(
    'A line that a correction drops is told as left out, and is written with its own bytes, its number and the reason',
    async () => {
      await using place = await refusedPlace();
      const { workplace, lines } = place;
      const why = { step: 'drop-refused', reason: 'The account was closed.' };
      const drop = await put(workplace, 'drop.json', { version: 1, steps: [why] });
      const out = join(workplace.folder, 'corrected.jsonl');
      // The report names only the line with the fault; the other one of its batch goes again.
      const named = await put(workplace, 'numbers', '4\n');
      await workplace.run(['fix', '1', '--recipe', drop, '--rejected-lines', named, '--out', out, '--add']);
      expect((await workplace.run(['work', '--until-idle'])).exitCode).toBe(0);

      const open = await workplace.run(['queue', 'open', '--json']);
      expect(open).toMatchObject({ exitCode: 0, summary: { open: [], leftOut: [{ id: 1, lines: 1 }] } });
      expect((await workplace.run(['queue', 'open'])).stdout).toContain(
        '1 line of 1 file was left out: 1 rejected by the service.',
      );
      for (const id of ['1', '2']) {
        const [own, reasons] = [join(workplace.folder, `own${id}`), join(workplace.folder, `reasons${id}`)];
        const told = await workplace.run(['export', id, '--left-out', '--out', own, '--reasons', reasons]);
        expect(told.stdout).toMatch(/1 line of this file was left out: 1 rejected by the service \([\d,.]+ EUR\)\./);
        expect(told.stdout).toContain('Reasons given: “The account was closed.” (1 line).');
        expect(await readFile(own, 'utf8')).toBe(lines[3]);
        const [, row = ''] = (await readFile(reasons, 'utf8')).split('\r\n');
        expect(row).toMatch(/^4,2,"rejected by the service; payment_source_country must be [^"]*(""[^"]*)*",/);
        expect(row).toMatch(/",The account was closed\.,[\d.]+,EUR,"\{/);
      }
    },
  );

  it('What was rejected is sent again as it is, where the service has changed its mind', async () => {
    await using place = await refusedPlace();
    const dry = await place.workplace.run(['resend', '1', '--dry-run', '--json']);
    expect(dry.summary).toMatchObject({ kept: 2, leftOut: 2, batches: { all: 2, accepted: 1, taken: 1, doubtful: 0 } });
    const resent = await place.workplace.run(['resend', '1', '--json']);
    expect(resent.summary).toMatchObject({ corrects: 1 });
    const again = await place.workplace.run(['resend', '1', '--json']);
    expect(again.events).toContainEqual(expect.objectContaining({ event: 'error', code: 'submission.corrected' }));
    expect(again.exitCode).toBe(2);
    const retried = await place.workplace.run(['queue', 'retry', '1']);
    expect(retried.stdout).toContain('is corrected by submission 2');
    const { workplace } = place;
    for (const action of ['cancel', 'remove']) await workplace.run(['queue', action, '2']);
    expect(await workplace.run(['resend', '1', '--json'])).toMatchObject({ exitCode: 0 });
    const restored = await workplace.run(['queue', 'restore', '2', '--json']);
    expect(restored).toMatchObject({ exitCode: 1, summary: { results: [{ id: 2, done: false, reason: 'refused' }] } });
  });

  it('Rejected and accepted lines are exported byte for byte, and together they are all', async () => {
    await using place = await refusedPlace();
    const { workplace, lines } = place;
    const exported = async (...which: string[]) => {
      const out = join(workplace.folder, `lines${which.join('').replaceAll('/', '_')}`);
      expect((await workplace.run(['export', '1', ...which, '--out', out])).exitCode).toBe(0);
      return await readFile(out, 'utf8');
    };
    expect(await exported('--rejected')).toBe(lines.slice(2).join('\n'));
    expect(await exported('--accepted')).toBe(`${lines.slice(0, 2).join('\n')}\n`);
    expect(await exported('--rejected', '--accepted')).toBe(lines.join('\n'));
    const named = await put(workplace, 'numbers', '4\n');
    expect(await exported('--rejected', '--rejected-lines', named)).toBe(lines[3]);
    // Scripts from before call it so.
    expect(await exported('--refused', '--refused-lines', named)).toBe(lines[3]);
    // Where its lines are is not known any more.
    await writeFile(place.file, `{}\n${lines.join('\n')}`);
    const changed = await workplace.run(['export', '1', '--accepted', '--out', join(workplace.folder, 'no'), '--json']);
    expect(changed.events[0]).toMatchObject({ event: 'error', code: 'file.changed' });
  });
});

describe('A batch of which the service accepted the valid lines', () => {
  /** Of three lines, the second one was rejected. */
  async function partialPlace(misfortunes: readonly Misfortune[] = []) {
    const clock = hastenedClock(100);
    const place = await openPracticePlace({ misfortunes, clock });
    const lines = [1, 2, 3].map((n) => JSON.stringify(transaction(n)));
    lines[1] = JSON.stringify({ ...transaction(2), payment_source_country: 'Sweden' });
    const file = await put(place.workplace, 'export.jsonl', lines.join('\n'));
    const send = ['send', file, '--ingest-valid', '--on-invalid', 'service-decides', '--wait', '--timeout'];
    // A report that cannot be had is waited for until then; on a slow machine it is asked for only later.
    const sent = await place.workplace.run([...send, misfortunes.length === 0 ? '4h' : '4m'], { clock });
    const isAsked = (misfortune: Misfortune) =>
      place.tenant.requests.some(({ endpoint }) => 'endpoint' in misfortune && endpoint === misfortune.endpoint);
    while (!misfortunes.every(isAsked)) await place.workplace.run(['work', '--timeout', '4m'], { clock });
    return { ...place, lines, sent, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
  }

  /** The ids that went with the second batch. */
  async function sentAfterwards({ workplace, tenant }: { workplace: Workplace; tenant: PracticeTenant }) {
    expect((await workplace.run(['work', '--until-idle'])).exitCode).toBe(0);
    const sent = tenant.batches().flatMap(({ path, state }) => (state === 'PROCESSED' && path ? [path] : []));
    const [, rest = ''] = await Promise.all(sent.map((path) => readFile(path, 'utf8')));
    const lines = rest.trim().split('\n');
    return lines.map((line) => JSON.parse(line).modification.external_id);
  }

  it.each(fewerByDay([undefined, '2'], 1))(
    'The lines that its report names are corrected and sent, and no other (listed: %s)',
    async (named) => {
      await using place = await partialPlace();
      const { workplace } = place;
      const recipePath = await put(workplace, 'recipe.json', recipe);
      const listed = named === undefined ? [] : ['--rejected-lines', await put(workplace, 'numbers', named)];
      const out = join(workplace.folder, 'corrected.jsonl');
      const call = ['fix', '1', '--recipe', recipePath, ...listed, '--out', out, '--add', '--json'];
      expect((await workplace.run(call)).summary).toMatchObject({ kept: 1, leftOut: 2, corrects: 1 });
      expect(await sentAfterwards(place)).toEqual([uuid(2)]);
    },
  );

  it('The run says what became of the lines, ends with 1 and names the repair, and the list says it too', async () => {
    await using place = await partialPlace();
    const { workplace, sent } = place;
    expect(sent.exitCode).toBe(1);
    expect(sent.stdout).toMatch(
      /^Submission 1: .* {2}partially accepted by the service\n {2}2 accepted · 1 rejected\n/m,
    );
    expect(sent.stdout).toContain('“tranship fix 1 --recipe FILE --add --out FILE” corrects the rejected lines');
    expect((await workplace.run(['queue', 'list'])).stdout).toContain('2 accepted · 1 rejected');
    expect((await workplace.run(['history'])).stdout).toContain('Report stored: 2 accepted · 1 rejected');
  });

  it('What is open is told with the next command, until its correction is accepted', async () => {
    await using place = await partialPlace();
    const { workplace } = place;
    const open = () => workplace.run(['queue', 'open', '--json']);
    const accounts = (rejected: number, pending: number) => ({ account: { accepted: 2, rejected, unsent: pending } });
    const before = await open();
    expect(before).toMatchObject({ exitCode: 1, summary: { open: [{ id: 1, ...accounts(1, 0), at: { id: 1 } }] } });
    const { stdout } = await workplace.run(['queue', 'open']);
    expect(stdout).toMatch(/2 accepted · 1 rejected .* tranship fix 1 /);
    expect(stdout).toContain('1 file open: 2 accepted · 1 rejected');
    const recipePath = await put(workplace, 'recipe.json', recipe);
    const out = join(workplace.folder, 'corrected.jsonl');
    await workplace.run(['fix', '1', '--recipe', recipePath, '--out', out, '--add']);
    const [added, ...others] = (await open()).summary['open'] as { at: { id: number }; next: string }[];
    expect([added, others]).toMatchObject([{ id: 1, ...accounts(0, 1), at: { id: 2 }, next: 'tranship work' }, []]);
    expect((await workplace.run(['work', '--until-idle'])).exitCode).toBe(0);
    const exported = async (...which: string[]) => {
      const file = join(workplace.folder, ['rejected', ...which].join('-'));
      const { summary } = await workplace.run(['export', '1', '--rejected', ...which, '--out', file, '--json']);
      return [summary['exported'], summary['corrected']];
    };
    expect([await exported(), await exported('--first')]).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(await workplace.run(['queue', 'open'])).toMatchObject({
      exitCode: 0,
      stdout: 'Nothing is open: every line was accepted.\n',
    });
  });

  it('Its report is shown, with the line that the service rejected', async () => {
    await using place = await partialPlace();
    const { workplace } = place;
    const { submission } = await workplace.run(['queue', 'list', '1', '--json']);
    const [batch] = submission.batches;
    const { exitCode, events } = await workplace.run(['report', batch?.batchId ?? '', '--json']);
    expect(exitCode).toBe(0);
    expect(events.filter(({ event }) => event === 'entry')).toMatchObject([{ line: 2, modificationId: uuid(2) }]);
  });

  atNight(it)('Before it goes again as it is, a person is told that the service has rejected it', async () => {
    await using place = await partialPlace();
    const said = 'The service has rejected 1 line of it';
    const resent = await place.workplace.run(['resend', '1']);
    expect(resent.stdout).toMatch(
      new RegExp(`^${said}.*“tranship fix 1 --recipe FILE --add --out FILE” corrects[^]*It is submission 2`),
    );
  });

  it('Of a file that was corrected by hand, only what its report names is sent', async () => {
    await using place = await partialPlace();
    const corrected = place.lines.join('\n').replace('Sweden', 'SE');
    const file = await put(place.workplace, 'by-hand.jsonl', corrected);
    expect((await place.workplace.run(['resend', '1', '--file', file, '--json'])).summary).toMatchObject({ kept: 1 });
    expect(await sentAfterwards(place)).toEqual([uuid(2)]);
  });

  it('What its report names is not exported as accepted', async () => {
    await using place = await partialPlace();
    const { workplace, lines } = place;
    const [accepted, refused] = ['accepted', 'refused'].map((name) => join(workplace.folder, name));
    await workplace.run(['export', '1', '--accepted', '--out', accepted ?? '']);
    await workplace.run(['export', '1', '--rejected', '--out', refused ?? '']);
    expect(await readFile(accepted ?? '', 'utf8')).toBe(`${lines[0]}\n${lines[2]}`);
    expect(await readFile(refused ?? '', 'utf8')).toBe(`${lines[1]}\n`);
  });

  it('An id on a line that its report names is found as rejected, and the others as accepted', async () => {
    await using place = await partialPlace();
    const found = await place.workplace.run(['find', uuid(1), uuid(2), '--json']);
    const outcomes = found.events.flatMap((event) => (event['event'] === 'place' ? [event['outcome']] : []));
    expect(outcomes).toEqual(['accepted', 'rejected']);
  });

  it('An id on a line that its report names goes again in any file, and one that was accepted does not', async () => {
    await using place = await partialPlace();
    const { workplace } = place;
    const send = async (name: string, n: number) => {
      const file = await put(workplace, name, JSON.stringify({ ...transaction(n), payment_type: 'other' }));
      const { submission, exitCode } = await workplace.run(['send', file, '--wait', '--json']);
      return [exitCode, submission.state, submission['error']];
    };
    expect(await send('rejected-before.jsonl', 2)).toEqual([0, 'processed', undefined]);
    expect(await send('accepted-before.jsonl', 3)).toEqual([1, 'held', 'submission.ids-sent-before']);
  });

  atNight(it)('What its report names is known also where the report is gone', async () => {
    await using place = await partialPlace();
    const { workplace } = place;
    await rm(join(workplace.home, 'reports'), { recursive: true });
    const preview = await workplace.run(['resend', '1', '--dry-run', '--json']);
    expect(preview.summary).toMatchObject({ kept: 1, leftOut: 2 });
    expect((await workplace.run(['resend', '1', '--json'])).summary).toMatchObject({ kept: 1, leftOut: 2 });
  });

  it.each<[string, Misfortune]>(
    fewerByDay(
      [
        ['service never gave', { name: 'service-status', status: 500, endpoint: 'validation-result' }],
        ['storage never delivered', { name: 'storage-status', status: 403, endpoint: 'report-download' }],
      ],
      1,
    ),
  )('Nothing of it is sent again or called accepted where the %s its report', async (_, misfortune) => {
    await using place = await partialPlace([misfortune]);
    const { workplace } = place;
    const exporting = (lines: string) => ['export', '1', `--${lines}`, '--out', join(workplace.folder, lines)];
    for (const lines of ['accepted', 'rejected', 'unknown'])
      expect((await workplace.run([...exporting(lines), '--json'])).summary).toMatchObject({ lines: 3, exported: 0 });
    // It is still being asked for.
    const [refused] = (await workplace.run(['resend', '1', '--json'])).events;
    expect(refused).toMatchObject({ code: 'submission.not-correctable' });
    expect((await workplace.run(['queue', 'list', '--json'])).summary).toMatchObject({
      submissions: [{ state: 'processing', account: { ...noLines(), pending: 3 } }],
    });
  });
});

describe('A file of which the service accepted every line', () => {
  it('has nothing to send again, which is no fault', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const file = await put(workplace, 'export.jsonl', JSON.stringify(transaction(1)));
    await workplace.run(['send', file, '--wait']);
    for (const more of [[], ['--file', file], ['--dry-run']])
      expect(await workplace.run(['resend', '1', ...more])).toMatchObject({
        exitCode: 0,
        stderr: '',
        stdout: 'Every line of it was accepted: there is nothing to send again.\n',
      });
    expect((await workplace.run(['queue', 'list', '--json'])).summary.submissions).toHaveLength(1);
  });
});

describe('A file that is in no queue', () => {
  it('is corrected beside itself, with a log, and never overwrites anything', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const faulty = JSON.stringify({ ...transaction(1), payment_source_country: 'Sweden' });
    const file = await put(workplace, 'export.jsonl', `${faulty}\nno json\n`);
    const recipePath = await put(workplace, 'recipe.json', recipe);
    const out = join(workplace.folder, 'new.jsonl');

    const dry = await workplace.run(['fix', file, '--recipe', recipePath, '--dry-run', '--json']);
    expect(dry.summary).toMatchObject({ lines: 2, changed: 1, dropped: 1 });
    const fixed = await workplace.run(['fix', file, '--recipe', recipePath, '--out', out]);
    expect(fixed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(fixed.stdout).toContain('2 lines: 1 kept, 1 of them changed, 1 left out.');
    const expected = { ...transaction(1), payment_source_country: 'SE' };
    expect(JSON.parse(await readFile(out, 'utf8'))).toEqual({ ...expected, sending_partner: undefined });
    expect(await readFile(`${out}.changes.jsonl`, 'utf8')).toContain('"before":"Sweden","after":"SE"');
    expect((await workplace.run(['fix', file, '--recipe', recipePath, '--out', out])).exitCode).toBe(2);
  });

  it.each([
    ['no place for the new file', ['fix', 'export.jsonl', '--recipe', 'recipe.json']],
    ['a file cannot correct a submission', ['fix', 'export.jsonl', '--recipe', 'recipe.json', '--out', 'x', '--add']],
    ['an unknown submission', ['fix', '7', '--recipe', 'recipe.json', '--out', 'x']],
    ['nothing to export', ['export', '7', '--out', 'x']],
    ['no such recipe', ['fix', 'export.jsonl', '--recipe', 'none.json', '--out', 'x']],
  ])('A wrong call is refused: %s', async (_, args) => {
    await using place = await openPracticePlace();
    await put(place.workplace, 'export.jsonl', '{}\n');
    await put(place.workplace, 'recipe.json', recipe);
    expect((await place.workplace.run(args)).exitCode).toBe(2);
  });
});
