/** @file `tranship post` against a second implementation of the service. */

import { link, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { atNight, fewerByDay } from '../harness/night.ts';
import { type Reachable, serve, startOpponent } from '../harness/opponent/carried.ts';
import { tooMany } from '../harness/opponent/misfortune.ts';
import { transactionLine, writeLines, writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace, type Workplace } from './tranship.ts';

const countsSchema = z.looseObject({ accepted: z.int(), unknown: z.int() });
const resultSchema = z.looseObject({ line: z.int(), outcome: z.string() });

async function resultsIn(path: string) {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => resultSchema.parse(JSON.parse(line)));
}

const mostTaken = (service: Reachable) => Math.max(0, ...service.taken.values());
const inFolder = (workplace: Workplace, name: string) => join(workplace.folder, name);

describe.concurrent('single transactions', () => {
  it('§4 row 6 sends each line as a POST of its own, byte for byte, with the bearer token', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const lines = [transactionLine().replace('"amount":1250', '"amount":  12345678901234567890.10'), transactionLine()];
    const file = await writeLines(workplace, lines, 'two.jsonl');

    const ended = await workplace.run(['post', file, '--json']);

    expect(ended).toMatchObject({
      exitCode: 0,
      stderr: '',
      summary: { accepted: 2, refused: 0, unknown: 0, notSent: 0 },
    });
    expect(
      service
        .seen('transaction')
        .map(({ body }) => body)
        .sort(),
    ).toEqual([...lines].sort());
    for (const { headers } of service.seen('transaction'))
      expect(headers).toMatchObject({
        authorization: expect.stringMatching(/^Bearer \S+$/),
        'content-type': 'application/json',
      });
  });

  it('A transaction on several lines is sent unchanged, and the reply is shown completely', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const text = JSON.stringify(JSON.parse(transactionLine()), null, 2);
    const file = inFolder(workplace, 'one.json');
    await writeFile(file, `${text}\r\n`);

    const ended = await workplace.run(['post', file]);

    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toContain('accepted it with 202: {"status":"RECEIVED","score":0}');
    expect(service.seen('transaction').map(({ body }) => body)).toEqual([text]);
  });

  it('Nothing of a file with errors is sent, and everything when the service is to decide', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeLines(workplace, [transactionLine(), '{"sender":{}}'], 'faulty.jsonl');

    const stopped = await workplace.run(['post', file, '--json']);
    expect(stopped).toMatchObject({ exitCode: 1, summary: { lines: 2 } });
    expect(stopped.events).toContainEqual(expect.objectContaining({ event: 'finding', line: 2, severity: 'error' }));
    expect(service.seen('transaction')).toHaveLength(0);

    const sent = await workplace.run(['post', file, '--on-invalid', 'service-decides', '--json']);
    expect(sent.exitCode).toBe(0);
    expect(service.seen('transaction')).toHaveLength(2);
  });

  it('The result of each line is reported in line order', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const lines = [transactionLine(), transactionLine(), transactionLine()];
    const file = await writeLines(workplace, lines, 'three.jsonl');
    const detail = [{ loc: ['body', 'sender'], msg: 'is not onboarded', type: 'value_error' }];
    service.misbehave({ endpoint: 'transaction', about: lines[1] ?? '', happens: { status: 422, body: { detail } } });

    const ended = await workplace.run(['post', file, '--results', inFolder(workplace, 'out.jsonl'), '--json']);

    expect(ended).toMatchObject({ exitCode: 1, summary: { accepted: 2, rejected: 1, refused: 1, exitCode: 1 } });
    const results = await resultsIn(inFolder(workplace, 'out.jsonl'));
    expect(results).toMatchObject([
      { line: 1, outcome: 'accepted', status: 202, reply: { status: 'RECEIVED', score: 0 } },
      { line: 2, outcome: 'refused', status: 422, reply: { detail } },
      { line: 3, outcome: 'accepted' },
    ]);
    for (const [index, { modificationId, correlationId }] of results.entries()) {
      expect(lines[index]).toContain(modificationId);
      expect(service.seen('transaction').map(({ headers }) => headers['x-request-id'])).toContain(correlationId);
    }
    const events = ended.events.filter(({ event }) => event === 'result');
    expect(events.map(({ event: _, ...result }) => result).sort((a, b) => Number(a.line) - Number(b.line))).toEqual(
      results,
    );
  });

  it('A second call for a completely sent file sends nothing', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 5);
    await workplace.run(['post', file]);

    const again = await workplace.run(['post', file]);

    expect(again.exitCode).toBe(0);
    expect(again.stdout).toContain('Nothing is sent now.');
    expect(service.seen('transaction')).toHaveLength(5);
  });

  it('§7 a line is sent again after a 429, once its wait is over, and after a 503', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 40);
    service.misbehave(
      { endpoint: 'transaction', after: 9, happens: tooMany(1) },
      { endpoint: 'transaction', after: 24, happens: { status: 503 } },
    );

    const ended = await workplace.run(['post', file, '--concurrency', '4', '--json']);

    expect(ended).toMatchObject({ exitCode: 0, summary: { accepted: 40, unknown: 0 } });
    expect(service.seen('transaction')).toHaveLength(42);
    expect([service.taken.size, mostTaken(service)]).toEqual([40, 1]);
  });

  it('A line whose answer was lost is unknown, and exactly that line is sent again on request', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 20);
    service.misbehave({ endpoint: 'transaction', after: 6, happens: 'lost-reply' });

    const ended = await workplace.run(['post', file, '--json']);
    expect(ended).toMatchObject({ exitCode: 4, summary: { accepted: 19, unknown: 1, notSent: 0 } });
    expect(service.seen('transaction')).toHaveLength(20);

    const again = await workplace.run(['post', file]);
    expect(again.exitCode).toBe(4);
    expect(again.stdout).toContain('“--resend-unknown” sends exactly these again');
    expect(service.seen('transaction')).toHaveLength(20);

    const resent = await workplace.run(['post', file, '--resend-unknown', '--json']);
    expect(resent).toMatchObject({ exitCode: 0, summary: { accepted: 20, unknown: 0, sent: 1 } });
    const bodies = service.seen('transaction').map(({ body }) => body);
    expect(bodies.slice(20)).toEqual([bodies[6]]);
  });

  it.each(fewerByDay([500, 502, 408], 1))('A line is unknown after a %i', async (status) => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 3);
    service.misbehave({ endpoint: 'transaction', after: 1, happens: { status } });

    const ended = await workplace.run(['post', file, '--json']);

    expect(ended).toMatchObject({ exitCode: 4, summary: { accepted: 2, unknown: 1 } });
    expect(ended.events).toContainEqual(expect.objectContaining({ event: 'result', outcome: 'unknown', status }));
    expect(service.seen('transaction')).toHaveLength(3);
  });

  it('The command continues after kill -9 without sending any line twice', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 300);
    service.misbehave({ endpoint: 'transaction', every: 100, times: 0, happens: tooMany(1) });

    for (const moment of [40, 90]) {
      const running = workplace.startProcess(['post', file, '--concurrency', '8']);
      await service.arrived('transaction', moment);
      await running.kill('SIGKILL');
    }
    const ended = await workplace.run(['post', file, '--results', inFolder(workplace, 'out.jsonl'), '--json']);

    expect(mostTaken(service)).toBe(1);
    const results = await resultsIn(inFolder(workplace, 'out.jsonl'));
    const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
    // At most the lines under way when it was killed.
    expect(count('unknown')).toBeLessThanOrEqual(16);
    expect(count('accepted')).toBe(300 - count('unknown'));
    expect(ended.exitCode).toBe(count('unknown') === 0 ? 0 : 4);

    await workplace.run(['post', file, '--resend-unknown']);
    expect(service.taken.size).toBe(300);
  });

  atNight(it)(
    'Posting to the practice tenant survives refusals, lost connections and a kill, and each line is taken once',
    async () => {
      const tenant = await startPracticeTenant();
      await using workplace = await openWorkplace(environmentOf(tenant));
      const file = await writeTransactions(workplace, 200);
      const endpoint = 'transaction';
      tenant.misbehave([
        { name: 'rate-limit', retryAfterSeconds: 1, endpoint, every: 60 },
        { name: 'service-status', status: 503, endpoint, every: 45 },
        { name: 'swallow-reply', endpoint, every: 70 },
      ]);
      const running = workplace.startProcess(['post', file, '--concurrency', '8', '--json']);
      await running.event(({ event, line }) => event === 'result' && line === 50);
      await running.kill('SIGKILL');

      const ended = await workplace.run(['post', file, '--json']);
      expect(ended.exitCode).toBe(4);
      expect(tenant.transactions().filter(({ times }) => times !== 1)).toEqual([]);
      const { accepted: known, unknown } = countsSchema.parse(ended.summary);
      expect(known + unknown).toBe(200);
      expect(tenant.transactions().length).toBeGreaterThanOrEqual(known);

      tenant.misbehave([]);
      expect((await workplace.run(['post', file, '--resend-unknown'])).exitCode).toBe(0);
      expect(tenant.transactions()).toHaveLength(200);
      await tenant.close();
    },
  );

  it('Ctrl-C waits for open answers, and the next call sends the rest', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 200);
    service.misbehave({ endpoint: 'transaction', after: 30, times: 0, happens: 'hold' });
    const running = workplace.start(['post', file, '--concurrency', '10', '--json']);
    await service.arrived('transaction', 40);
    const ending = running.kill('SIGINT');
    setImmediate(() => service.moments.releaseAll());

    expect(await ending).toMatchObject({ exitCode: 4, summary: { unknown: 0, ending: 'interrupted' } });
    const ended = await workplace.run(['post', file, '--json']);
    expect(ended).toMatchObject({ exitCode: 0, summary: { accepted: 200, unknown: 0 } });
    expect([service.seen('transaction').length, mostTaken(service)]).toEqual([200, 1]);
  });

  atNight(it)('The command waits while the service is away, and then continues', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 30);
    const running = workplace.start(['post', file, '--concurrency', '1', '--json']);
    await service.arrived('transaction', 10);
    await running.event(({ event, line }) => event === 'result' && line === 10);
    await service[Symbol.asyncDispose]();
    await running.event(({ event, code }) => event === 'trouble' && code === 'network.unreachable');
    await using _back = await serve(service, service.port);

    const { exitCode } = await running.ended;

    // One line may have been under way when the service stopped.
    expect([0, 4]).toContain(exitCode);
    expect(mostTaken(service)).toBe(1);
    expect(service.taken.size).toBeGreaterThanOrEqual(29);
  });

  it('§7 the command ends when the permission is missing, with everything still to be sent', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 10);
    service.misbehave({ endpoint: 'transaction', times: 0, happens: { status: 403 } });

    const ended = await workplace.run(['post', file, '--concurrency', '1', '--json']);

    expect(ended).toMatchObject({ exitCode: 3, summary: { unknown: 0, notSent: 10 } });
    expect(service.seen('transaction')).toHaveLength(1);
  });

  it('The results never overwrite the transactions, under any name', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 1);
    const before = await readFile(file, 'utf8');
    const otherName = inFolder(workplace, 'other-name.jsonl');
    await link(file, otherName);

    for (const results of [file, otherName])
      expect(await workplace.run(['post', file, '--results', results])).toMatchObject({ exitCode: 2 });

    expect(await readFile(file, 'utf8')).toBe(before);
    expect(service.seen('transaction')).toHaveLength(0);
  });

  it.each([
    { what: 'an empty file', content: '' },
    { what: 'one list over several lines', content: '[\n  {}\n]\n' },
  ])('The command never claims that $what was sent', async ({ content }) => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = inFolder(workplace, 'nothing.jsonl');
    await writeFile(file, content);

    const ended = await workplace.run(['post', file, '--on-invalid', 'service-decides']);

    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toMatch(/nothing\.jsonl has errors, and nothing was sent\.\n$/);
    expect(service.seen('transaction')).toHaveLength(0);
  });

  atNight(it)('The command reports a temporary problem with what Tranship does about it', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 2);
    service.misbehave({ endpoint: 'transaction', happens: tooMany(1) });

    const { stdout } = await workplace.run(['post', file]);

    expect(stdout).toMatch(
      /answered 429: too many requests for this tenant\. Tranship asks again by itself in \d+ s\./,
    );
  });

  it('The command does not continue from a damaged journal', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 5);
    await workplace.run(['post', file]);
    const [path = ''] = await journalsOf(workplace);
    const journal = await readFile(path, 'utf8');
    await writeFile(path, journal.replace('"begun":1', '"begun":9'));

    const ended = await workplace.run(['post', file, '--json']);

    expect(ended.exitCode).toBe(5);
    expect(ended.events).toContainEqual(expect.objectContaining({ event: 'error', code: 'post.journal-damaged' }));
    expect(service.seen('transaction')).toHaveLength(5);
  });
});

async function journalsOf(workplace: Workplace): Promise<string[]> {
  const folder = join(workplace.home, 'posts');
  return (await readdir(folder)).map((name) => join(folder, name));
}
