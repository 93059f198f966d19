/** @file `tranship send` and `check` against a second implementation of the service. */

import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import type { SeenRequest } from '../harness/opponent/journal.ts';
import { reportOf } from '../harness/opponent/opponent.ts';
import { transactionLine, writeDuplicates, writeLines, writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const storedBytes = (service: Reachable) => Buffer.concat(service.batches().flatMap(({ stored }) => stored ?? []));

describe.concurrent('a file sent in batches', () => {
  it('§4 follows the batch workflow, and says of each batch what the storage really holds', async () => {
    await using service = await startOpponent({ life: ['404', 'SANCTIONS_SCREENING', 'PROCESSED'] });
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 12);
    const sent = await readFile(file);

    const ended = await workplace.run(['send', file, '--max-batch', '2500', '--wait', '--json']);

    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    const { submission } = ended;
    expect(submission).toMatchObject({ file, state: 'processed', errors: 0 });
    expect(submission.batches.length).toBeGreaterThan(2);
    expect(submission.batches.map(({ start }) => start)).toEqual([
      0,
      ...submission.batches.map(({ end }) => end).slice(0, -1),
    ]);
    for (const batch of submission.batches) {
      const stored = service.batches().find(({ batchId }) => batchId === batch.batchId)?.stored;
      expect(stored).toEqual(sent.subarray(batch.start, batch.end));
      expect(batch).toMatchObject({
        bytes: batch.end - batch.start,
        sha256: sha256(sent.subarray(batch.start, batch.end)),
        state: 'processed',
        remoteState: 'PROCESSED',
        attempts: 1,
        abandoned: [],
      });
      expect(batch.bytes).toBeLessThanOrEqual(2500);
    }
    expect(ended.events).toContainEqual(
      expect.objectContaining({ event: 'batch', remoteState: 'SANCTIONS_SCREENING' }),
    );
  });

  it("§2.1 the exact bytes of the file are sent, including numbers beyond JavaScript's range", async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const odd = transactionLine().replace('"amount":1250', '"amount":  12345678901234567890.10');
    const file = await writeLines(workplace, [odd, transactionLine()], 'odd.jsonl');

    const ended = await workplace.run(['send', file, '--wait', '--json']);

    expect(ended.exitCode).toBe(0);
    expect(storedBytes(service)).toEqual(await readFile(file));
  });

  it('§5.8 one token serves any number of requests, and is kept for the next call', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 6);

    await workplace.run(['send', file, '--max-batch', '1500', '--wait', '--json']);
    await workplace.run(['connection', 'test', '--json']);

    expect(service.seen('token')).toHaveLength(1);
    expect(service.seen('reservation').length).toBeGreaterThan(1);
  });

  it('§5.3 the token is requested with a form of exactly the four fields', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));

    await workplace.run(['connection', 'test']);

    const [request] = service.seen('token');
    expect(request?.method).toBe('POST');
    expect(request?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: service.clientId,
      client_secret: service.clientSecret,
      scope: service.scope,
    });
  });

  it('§5.5 every call of the service carries the bearer token and the content type', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeDuplicates(workplace);

    await workplace.run(['send', file, '--on-invalid', 'service-decides', '--wait']);

    const calls = ['reservation', 'status', 'validation-result'] as const;
    expect(calls.map((endpoint) => service.seen(endpoint).length)).toEqual([1, expect.any(Number), 1]);
    for (const { headers } of calls.flatMap((endpoint) => service.seen(endpoint))) {
      expect(headers.authorization).toMatch(/^Bearer \S+$/);
      expect(headers['content-type']).toMatch(/^application\/json/);
    }
  });

  it('§4 the file is put with If-None-Match and a length, in one piece and without the bearer token', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 6);

    const { submission } = await workplace.run(['send', file, '--max-batch', '1500', '--wait', '--json']);

    const puts = service.seen('upload');
    expect(puts.map(({ headers }) => Number(headers['content-length'])).sort()).toEqual(
      submission.batches.map(({ bytes }) => bytes).sort(),
    );
    for (const { method, headers } of puts) {
      expect(method).toBe('PUT');
      expect(headers).toMatchObject({ 'if-none-match': '*', expect: '100-continue' });
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('transfer-encoding');
    }
  });

  it('§8 the requests stay within the limit of every endpoint in any minute', async () => {
    await using service = await startOpponent({ life: ['404', 'IN_PROGRESS', 'PROCESSED'] });
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 9);

    const { submission } = await workplace.run(['send', file, '--max-batch', '700', '--wait', '--json']);

    expect(submission.batches).toHaveLength(9);
    expect(mostInAMinute(service.seen('reservation'))).toBe(9);
    expect(mostInAMinute(service.seen('status'))).toBeLessThanOrEqual(120);
    expect(mostInAMinute(service.seen('token'))).toBe(1);
  });

  it('§8 the budget of upload addresses survives the process', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 12);
    const reservations = Array.from({ length: 10 }, () => service.moments.holdNext('reservation'));
    const first = workplace.startProcess(['send', file, '--max-batch', '700', '--json']);
    for (const reservation of reservations) (await reservation).release();
    await first.kill('SIGKILL');

    const next = service.moments.holdNext('reservation');
    workplace.start(['work', '--json']);
    await next;

    // A burst of ten, and then one after another: a process without the stored budget would ask at once.
    const times = service.seen('reservation').map((request) => request.at);
    expect((times[10] ?? 0) - (times[9] ?? 0)).toBeGreaterThan(5000);
  });
});

describe.concurrent('what the service refuses', () => {
  it('§2.6.4 keeps the report of a refused batch in whatever format it comes, and hands out a copy', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeDuplicates(workplace);

    const ended = await workplace.run(['send', file, '--on-invalid', 'service-decides', '--wait', '--json']);

    expect(ended.exitCode).toBe(1);
    const [batch] = ended.submission.batches;
    expect(batch).toMatchObject({ state: 'rejected', remoteState: 'VALIDATION_FAILED', report: 'kept' });
    expect(batch?.remoteMessage).toBe('Duplicate modification ids');
    const batchId = batch?.batchId ?? '';
    const out = join(workplace.folder, 'reports', 'here');
    const { exitCode, summary } = await workplace.run(['report', batchId, '--out', out, '--json']);
    expect({ exitCode, summary }).toMatchObject({
      exitCode: 0,
      summary: { batchId, file: join(out, `${batchId}.csv`) },
    });
    expect(await readFile(join(out, `${batchId}.csv`), 'utf8')).toBe(reportOf(batchId));
    expect(service.seen('report')).toHaveLength(1);
  });

  it('Nothing is sent when the check finds errors, unless the service is to decide', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeDuplicates(workplace);

    const ended = await workplace.run(['send', file, '--wait', '--json']);

    expect(ended).toMatchObject({ exitCode: 1, submission: { state: 'held', errors: 2, batches: [] } });
    expect(service.journal).toEqual([]);
  });

  it.each([
    { option: [], rejectOnInvalid: true },
    { option: ['--ingest-valid'], rejectOnInvalid: false },
  ])('The option “$option” requests reject_on_invalid = $rejectOnInvalid', async ({ option, rejectOnInvalid }) => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 1);

    await workplace.run(['send', file, ...option, '--json']);

    expect(service.batches().map(({ parameters }) => parameters)).toEqual([{ reject_on_invalid: rejectOnInvalid }]);
  });
});

describe.concurrent('the check', () => {
  it('says in its summary what the file is and what was found', async () => {
    await using workplace = await openWorkplace();
    const file = await writeDuplicates(workplace);
    const bytes = await readFile(file);

    const { exitCode, summary, stderr } = await workplace.run(['check', file, '--json']);

    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(summary).toEqual({
      event: 'summary',
      file,
      bytes: bytes.length,
      sha256: sha256(bytes),
      rules: 'default',
      lines: 3,
      transactions: 3,
      valid: 1,
      errors: 2,
      warnings: 0,
      byRule: { 'modification.duplicate': 2 },
      totals: { sums: [{ currency: 'EUR', amount: '3750' }], firstDay: '2024-02-29', lastDay: '2024-02-29', days: 1 },
      unsummed: 0,
      durationMs: expect.any(Number),
    });
  });

  it('Of files that are checked side by side, each is told by itself and in order, up to one that cannot be read', async () => {
    await using workplace = await openWorkplace();
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => join(workplace.folder, `${name}.jsonl`));
    // The first takes longest.
    for (const [at, path] of names.entries()) {
      const lines = Array.from({ length: at === 0 ? 20_000 : 3 }, () => transactionLine());
      await writeLines(workplace, [...lines, `{"${basename(path)}"`], basename(path));
    }

    const told = await workplace.run(['check', ...names, join(workplace.folder, 'missing.jsonl'), ...names]);

    const rows = told.stdout.split('\n');
    const inOrder = rows.flatMap((row) => row.match(/line \d+ {2}error|\w\.jsonl has errors/) ?? []);
    const expected = names.flatMap((path, at) => [
      `line ${at === 0 ? 20_001 : 4}  error`,
      `${basename(path)} has errors`,
    ]);
    expect(inOrder).toEqual(expected);
    expect(told).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('missing.jsonl') });
  });

  it('Every finding is one line of the findings file, in the documented form', async () => {
    await using workplace = await openWorkplace();
    const file = await writeLines(workplace, [transactionLine(), '{"sender":', ''], 'broken.jsonl');
    const findings = join(workplace.folder, 'findings.jsonl');

    const { exitCode } = await workplace.run(['check', file, '--findings', findings, '--json']);

    expect(exitCode).toBe(1);
    const lines = (await readFile(findings, 'utf8')).trimEnd().split('\n');
    const message = expect.stringMatching(/\w.*\.$/);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { line: 2, rule: 'json.syntax', severity: 'error', path: '', message },
      { line: 3, rule: 'line.blank', severity: 'error', path: '', message },
    ]);
  });

  it('With --group, equal findings are told once, with the whole value, their number and their first lines', async () => {
    await using workplace = await openWorkplace();
    const value = 'Sweden, as it was spelled in the export of the old system of the bank';
    const wrong = (n: number) => (n < 2 ? transactionLine() : transactionLine().replace('"DE"', `"${value}"`));
    const file = await writeLines(
      workplace,
      Array.from({ length: 1200 }, (_, n) => wrong(n)),
      'countries.jsonl',
    );

    const told = await workplace.run(['check', file, '--group']);
    expect(told.stdout).toContain(
      `payment_source_country: “${value}”  1,198 times  (error, field.format; first on lines 3, 4, 5, 6, 7)\n`,
    );
    const { summary } = await workplace.run(['check', file, '--group', '--json']);
    expect(summary).toMatchObject({
      groups: [
        {
          rule: 'field.format',
          severity: 'error',
          path: 'payment_source_country',
          value,
          count: 1198,
          firstLines: [3, 4, 5, 6, 7],
        },
      ],
      groupCount: 1,
    });
  });

  it('The check ends with 0 for a file without errors, needs no connection and leaves nothing behind', async () => {
    await using workplace = await openWorkplace();
    const file = await writeTransactions(workplace, 3);

    const { exitCode, stdout } = await workplace.run(['check', file]);

    expect(exitCode).toBe(0);
    // Whether it may be sent, the data folder has a say in, which no check reads.
    expect(stdout).toContain(`${file} has no errors.`);
    expect(stdout).toContain('3 transactions, 2024-02-29, 3,750.00 EUR');
    await expect(access(workplace.home)).rejects.toThrow('ENOENT');
  });

  it('The check survives a reader that wants only the first line of its findings', async () => {
    await using workplace = await openWorkplace();
    const file = await writeLines(
      workplace,
      Array.from({ length: 20_000 }, () => '{}'),
      'many.jsonl',
    );

    const running = workplace.startProcess(['check', file, '--json']);
    await running.event(({ event }) => event === 'finding');
    running.hangUp();

    expect(await running.ended).toMatchObject({ exitCode: 1, stderr: '' });
  });
});

describe.concurrent('the practice tenant on the command line', () => {
  it('prints the variables that lead to it, serves, and ends with Ctrl-C', async () => {
    await using workplace = await openWorkplace();
    const practice = workplace.start(['practice', '--pace', '0', '--json']);
    const { event: _, ...variables } = await practice.event(({ event }) => event === 'practice');
    const environment = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
    const file = await writeTransactions(workplace, 2);

    const sent = await workplace.run(['send', file, '--wait', '--json'], { environment });

    expect(sent).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(await practice.kill('SIGINT')).toMatchObject({ exitCode: 0, summary: { batches: 1 } });
  });
});

/** The most requests within any 60 s. */
function mostInAMinute(requests: readonly SeenRequest[]): number {
  return Math.max(
    0,
    ...requests.map(({ at: first }) => requests.filter(({ at }) => at >= first && at < first + 60_000).length),
  );
}
