/** @file What an organisation sets for a computer, obeyed by the command line; some of it under a real /etc/tranship/policy.json. */

import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultSeverities } from '../../src-main/check/findings/finding.ts';
import type { Misfortune } from '../../src-main/practice/misfortune.ts';
import { writeFaultySample, writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { unzipped } from '../ground/logs/folders.ts';
import { fewerByDay } from '../harness/night.ts';
import { Authority } from '../wire/network/authority.ts';
import { securedTenant } from '../wire/network/secured-tenant.ts';
import { openPolicyPlace, whyNoPolicyPlace } from './policy-place.ts';
import { type CallOptions, environmentOf, openWorkplace } from './tranship.ts';

const why = whyNoPolicyPlace();
if (why !== undefined) console.warn(`Not tested here: ${why}`);

const PASSPHRASE = 'a harbour at dawn';

/** Calls of one person, on a computer where this is set; each call may be on one where something else is. */
async function person(policy: object, environment: CallOptions['environment'] = {}) {
  const workplace = await openWorkplace({ TRANSHIP_PASSPHRASE: PASSPHRASE, ...environment });
  onTestFinished(() => workplace[Symbol.asyncDispose]());
  const where =
    (set: object | undefined) =>
    (...args: string[]) =>
      workplace.run([...args, '--json'], set && { policy: set });
  return { workplace, policy, run: where(policy), where, free: where(undefined) };
}

/** The same person on a computer that really has this file. */
async function personOf(content: unknown, arrangement?: string) {
  const place = openPolicyPlace(content, arrangement);
  onTestFinished(() => place[Symbol.dispose]());
  const workplace = await openWorkplace({ TRANSHIP_PASSPHRASE: PASSPHRASE }, place.under);
  onTestFinished(() => workplace[Symbol.asyncDispose]());
  return { workplace, place, run: (...args: string[]) => workplace.runProcess([...args, '--json']) };
}

async function tenantOfTest() {
  const tenant = await startPracticeTenant({ pace: 0 });
  onTestFinished(() => tenant.close());
  const { baseUrl, tokenUrl, clientId, clientSecret, scope } = tenant;
  return { tenant, connection: { name: 'Nordbank', baseUrl, tokenUrl, clientId, scope }, clientSecret };
}

const added = (name: string, { baseUrl = 'https://own.example', tokenUrl = 'https://own.example/token' } = {}) => [
  ...['connection', 'add', name, '--base-url', baseUrl, '--token-url', tokenUrl],
  ...['--client-id', 'me', '--scope', 'tenant/own'],
];

const nordbank = {
  baseUrl: 'https://tm.example',
  tokenUrl: 'https://tm.example/token',
  clientId: 'client',
  scope: 'tenant/nordbank',
};

describe('a computer with a policy', () => {
  it('a connection of the organisation is used with the secret of the person, and receives the file', async () => {
    const { tenant, connection, clientSecret } = await tenantOfTest();
    const { run, workplace, policy } = await person(
      { connections: [connection], connectionsOnly: true },
      { TRANSHIP_CLIENT_SECRET: clientSecret },
    );
    const file = join(workplace.folder, 'export.jsonl');
    await writeSampleExport(file, 20_000, 7);
    expect(await run('connection', 'secret', 'Nordbank')).toMatchObject({ exitCode: 0 });
    const without = await workplace.run(['send', file, '--connection', 'Nordbank', '--wait', '--json'], {
      policy,
      environment: { TRANSHIP_CLIENT_SECRET: undefined },
    });
    expect(without).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(tenant.batches()).toHaveLength(1);
  });

  it('where only these connections count, none is added, used from before, or taken from the variables', async () => {
    const { tenant, connection, clientSecret } = await tenantOfTest();
    const { run, free, workplace } = await person(
      { connections: [connection], connectionsOnly: true },
      {
        ...environmentOf({ ...tenant, clientSecret }),
      },
    );
    const file = join(workplace.folder, 'export.jsonl');
    await writeSampleExport(file, 20_000, 8);
    expect(await free(...added('Own', connection))).toMatchObject({ exitCode: 0 });
    for (const call of [
      added('Other'),
      ['send', file, '--connection', 'Own'],
      ['send', file],
      ['connection', 'test'],
    ]) {
      const { exitCode, stdout } = await run(...call);
      expect([exitCode, stdout], call.join(' ')).toEqual([1, expect.stringContaining('policy.managed')]);
    }
    expect(tenant.batches()).toEqual([]);
    const { summary } = await run('connection', 'list');
    expect(summary).toMatchObject({ connections: [{ name: 'Nordbank', setByOrganisation: true }] });
    expect((await free('connection', 'list')).summary).toMatchObject({ connections: [{ name: 'Own' }] });
  });

  it('a file that already has its upload address does not go where only these connections count', async () => {
    const misfortunes: Misfortune[] = [{ name: 'storage-status', status: 503, times: 1000 }];
    const tenant = await startPracticeTenant({ pace: 0, misfortunes });
    onTestFinished(() => tenant.close());
    const { free, where, workplace } = await person({}, environmentOf(tenant));
    const file = join(workplace.folder, 'export.jsonl');
    await writeSampleExport(file, 20_000, 8);
    expect(await free('send', file, '--timeout', '4s')).toMatchObject({ exitCode: 4 });
    const [batch] = tenant.batches();
    expect(batch).toBeDefined();
    const set = where({ connections: [{ ...nordbank, name: 'Nordbank' }], connectionsOnly: true, practice: false });
    const { stdout } = await set('work', '--until-idle', '--timeout', '60s');
    expect(stdout).toContain('policy.managed');
  });

  it('of two connections of one name the organisation’s counts, and the secret of the other stays where it was', async () => {
    const { tenant, connection, clientSecret } = await tenantOfTest();
    const { run, free } = await person(
      { connections: [connection] },
      { TRANSHIP_CLIENT_SECRET: 'canary-of-elsewhere' },
    );
    await free(...added('Nordbank'));
    const listed = await run('connection', 'list');
    expect(listed.summary).toMatchObject({ connections: [{ baseUrl: connection.baseUrl, secretStored: false }] });
    expect((await free('connection', 'list')).summary).toMatchObject({
      connections: [{ baseUrl: 'https://own.example', secretStored: true }],
    });
    // What was entered for one address is not shown to the other.
    const { exitCode } = await run('connection', 'test', 'Nordbank');
    expect([exitCode, tenant.batches()]).toEqual([3, []]);
    expect(clientSecret).not.toBe('canary-of-elsewhere');
  });

  it('the practice tenant does not start where practice is off', async () => {
    const { run } = await person({ practice: false });
    expect(await run('practice')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('practice service cannot be started'),
    });
  });

  it('what is faulty is not sent, by a command, an approval, or a later choice', async () => {
    const { tenant, connection, clientSecret } = await tenantOfTest();
    const { run, free, workplace } = await person(
      { connections: [connection], serviceDecides: false },
      environmentOf({ ...tenant, clientSecret }),
    );
    const file = join(workplace.folder, 'faulty.jsonl');
    await writeFaultySample(file, 1);
    for (const command of ['send', 'post']) {
      const { exitCode, stdout } = await run(command, file, '--on-invalid', 'service-decides');
      expect([exitCode, stdout], command).toEqual([1, expect.stringContaining('is not sent')]);
    }
    expect(await free('send', file)).toMatchObject({ submission: { state: 'held' } });
    expect(await run('queue', 'approve', '1', '--reason', 'It has to go.')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('is not sent'),
    });
    expect(tenant.batches()).toEqual([]);
  });

  it('what goes to Production waits for its name, from the command line too where that is wanted everywhere', async () => {
    const { tenant, connection, clientSecret } = await tenantOfTest();
    const { run, workplace } = await person(
      { connections: [{ ...connection, kind: 'production' }], confirmProduction: 'everywhere' },
      { TRANSHIP_CLIENT_SECRET: clientSecret },
    );
    const file = join(workplace.folder, 'export.jsonl');
    await writeSampleExport(file, 20_000, 12);

    const sent = await run('send', file, '--connection', 'Nordbank', '--wait');
    expect(sent).toMatchObject({
      exitCode: 4,
      submission: { state: 'held', error: 'submission.awaits-confirmation' },
    });
    expect(await run('work', '--until-idle')).toMatchObject({ submission: { state: 'held' } });
    for (const typed of [[], ['--confirm', 'nordbank'], ['--confirm', '']]) {
      const refused = await run('queue', 'approve', '1', ...typed);
      expect(refused, typed.join(' ')).toMatchObject({ exitCode: 2 });
      expect(refused.events[0]).toMatchObject({ event: 'error', code: 'submission.not-confirmed' });
    }
    expect(tenant.batches()).toEqual([]);

    expect(await run('queue', 'approve', '1', '--confirm', 'Nordbank')).toMatchObject({ exitCode: 0 });
    expect(await run('work', '--until-idle')).toMatchObject({ submission: { state: 'processed' } });
    expect(tenant.batches()).toHaveLength(1);
  });

  it('where only the window asks for a name, the command line sends without one', async () => {
    const { tenant, connection, clientSecret } = await tenantOfTest();
    const { run, workplace } = await person(
      { connections: [{ ...connection, kind: 'production' }], confirmProduction: 'type' },
      { TRANSHIP_CLIENT_SECRET: clientSecret },
    );
    const file = join(workplace.folder, 'export.jsonl');
    await writeSampleExport(file, 20_000, 13);
    expect(await run('send', file, '--connection', 'Nordbank', '--wait')).toMatchObject({ exitCode: 0 });
    expect(tenant.batches()).toHaveLength(1);
  });

  it('what is faulty is not sent under rules that only warn of it, now or after the policy came', async () => {
    const { tenant, connection, clientSecret } = await tenantOfTest();
    const { run, free, workplace } = await person(
      { connections: [connection], serviceDecides: false },
      environmentOf({ ...tenant, clientSecret }),
    );
    const [file, again] = [join(workplace.folder, 'faulty.jsonl'), join(workplace.folder, 'again.jsonl')];
    await writeFaultySample(file, 1);
    // An empty file stays an error under any rules.
    const { 'file.empty': _, ...others } = defaultSeverities;
    const severities = Object.fromEntries(
      Object.entries(others).map(([rule, severity]) => [rule, severity === 'error' ? 'warning' : severity]),
    );
    const rules = join(workplace.folder, 'rules.json');
    const write = (content: unknown) => writeFileSync(rules, JSON.stringify(content));
    for (const [content, said] of [
      [{ severities }, 'field.format'],
      [{ severities: { 'entity.no-form': 'off' } }, 'entity.no-form'],
      [{ required: ['sender'] }, 'receiver need not be there'],
    ] as const) {
      write(content);
      for (const command of ['send', 'post']) {
        const { exitCode, stdout } = await run(command, file, '--rules', rules);
        expect([exitCode, stdout], `${command} ${said}`).toEqual([1, expect.stringContaining(said)]);
      }
    }
    expect((await run('queue', 'list')).summary).toMatchObject({ submissions: [] });
    // Held, because some of it was accepted before; without an error under these rules.
    write({ severities });
    await writeFaultySample(again, 1);
    const sent = await free('send', file, '--rules', rules, '--ingest-valid', '--wait', '--timeout', '60s');
    expect(sent).toMatchObject({ submission: { state: 'partially-accepted' } });
    expect(await free('send', again, '--rules', rules)).toMatchObject({ submission: { state: 'held', errors: 0 } });
    expect(await run('queue', 'approve', '2', '--reason', 'It has to go.')).toMatchObject({ exitCode: 1 });
    expect(tenant.batches()).toHaveLength(1);
  });

  it('a rule set that is stricter than the default rules may be used where faulty files are not sent', async () => {
    const { tenant, connection, clientSecret } = await tenantOfTest();
    const { run, workplace } = await person(
      { connections: [connection], serviceDecides: false },
      environmentOf({ ...tenant, clientSecret }),
    );
    const [file, rules] = [join(workplace.folder, 'export.jsonl'), join(workplace.folder, 'rules.json')];
    await writeSampleExport(file, 20_000, 12);
    writeFileSync(rules, JSON.stringify({ severities: { 'file.bom': 'error', 'field.unknown': 'off' } }));
    expect(await run('send', file, '--rules', rules)).toMatchObject({ exitCode: 0 });
  });

  it('files are sent by the rules of the organisation, and by no others', async () => {
    const { tenant, connection, clientSecret } = await tenantOfTest();
    const { run, workplace } = await person(
      { connections: [connection], ruleSet: { severities: { 'field.unknown': 'error' } } },
      environmentOf({ ...tenant, clientSecret }),
    );
    const [file, rules] = [join(workplace.folder, 'export.jsonl'), join(workplace.folder, 'rules.json')];
    await writeSampleExport(file, 20_000, 12);
    writeFileSync(rules, '{"mainEntity":"sender"}');
    for (const command of ['send', 'post']) {
      const { exitCode, stdout } = await run(command, file, '--rules', rules);
      expect([exitCode, stdout], command).toEqual([1, expect.stringContaining('the rules by which files are checked')]);
    }
    expect((await run('queue', 'list')).summary).toMatchObject({ submissions: [] });
    expect(await run('send', file)).toMatchObject({ exitCode: 0 });
    expect((await run('policy')).summary).toMatchObject({
      set: { ruleSet: '{"severities":{"field.unknown":"error"}}' },
    });
  });

  it('the check uses the rules of the organisation and says so, and refuses others than these', async () => {
    const { run, free, workplace, policy } = await person({ ruleSet: { severities: { 'field.unknown': 'error' } } });
    const path = (name: string) => join(workplace.folder, name);
    await writeSampleExport(path('export.jsonl'), 20_000, 12);
    const [line = ''] = (await readFile(path('export.jsonl'), 'utf8')).split('\n');
    writeFileSync(path('unknown.jsonl'), `${JSON.stringify({ ...JSON.parse(line), colour: 'blue' })}\n`);
    writeFileSync(path('same.json'), '{"severities":{"field.unknown":"error"}}');
    writeFileSync(path('other.json'), '{"severities":{"field.unknown":"off"}}');
    const check = (by: typeof run, ...more: string[]) => by('check', path('unknown.jsonl'), ...more);

    expect((await check(free)).summary).toMatchObject({ rules: 'default', errors: 0 });
    expect(await check(run)).toMatchObject({ exitCode: 1, summary: { rules: 'organisation', errors: 1 } });
    expect((await check(run, '--rules', path('same.json'))).summary).toMatchObject({ rules: 'file', errors: 1 });
    const { exitCode, stdout } = await check(run, '--rules', path('other.json'));
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('the rules by which files are checked')]);
    expect((await check(free, '--rules', path('other.json'))).summary).toMatchObject({ rules: 'file', errors: 0 });
    expect((await workplace.run(['check', path('unknown.jsonl')], { policy })).stdout).toContain(
      'By the rules of the organisation.',
    );
  });

  it('where the service may not decide, the check takes no rules that are less strict', async () => {
    const { run, workplace } = await person({ serviceDecides: false });
    const [file, rules] = [join(workplace.folder, 'export.jsonl'), join(workplace.folder, 'rules.json')];
    await writeSampleExport(file, 20_000, 12);
    writeFileSync(rules, '{"severities":{"field.format":"off"}}');
    expect(await run('check', file)).toMatchObject({ exitCode: 0, summary: { rules: 'default' } });
    const { exitCode, stdout } = await run('check', file, '--rules', rules);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('policy.managed')]);
  });

  it('proxy, authorities, retention and syslog cannot be changed, and what a person had set comes back', async () => {
    const { run, free, where, workplace } = await person({});
    await free('network', 'proxy', '--address', 'http://own.example:3128');
    await free('retention', 'set', '--submissions', '7', '--reports', '9');
    const set = where({
      proxy: { mode: 'none' },
      authorities: [],
      retention: { submissions: 90 },
      syslog: 'syslog://127.0.0.1:9',
    });
    expect((await set('network', 'show')).summary).toMatchObject({
      proxy: { mode: 'none' },
      setByOrganisation: ['proxy', 'authorities', 'retention.submissions'],
    });
    expect((await set('retention', 'show')).summary).toMatchObject({ retention: { submissions: 90, reports: 9 } });
    const own = join(workplace.folder, 'own.pem');
    writeFileSync(own, new Authority().cert);
    const refused = [
      ['network', 'proxy', '--address', 'http://evil.example:3128'],
      ['network', 'authorities', own],
      ['retention', 'set', '--submissions', '1'],
      ['audit', 'set', '--no-syslog'],
    ];
    for (const call of refused) expect(await set(...call), call.join(' ')).toMatchObject({ exitCode: 1 });
    expect(await set('retention', 'set', '--reports', '8')).toMatchObject({ exitCode: 0 });
    expect((await run('retention', 'show')).summary).toMatchObject({ retention: { submissions: 7, reports: 8 } });
    expect((await run('network', 'show')).summary).toMatchObject({ proxy: { address: 'http://own.example:3128' } });
  });

  it('the proxy of the organisation is used in place of the one in the variables', async () => {
    const { connection } = await tenantOfTest();
    const { run } = await person(
      {
        connections: [{ ...connection, baseUrl: 'https://tm.example', tokenUrl: 'https://tm.example/t' }],
        proxy: { mode: 'manual', address: 'http://127.0.0.1:1' },
      },
      { TRANSHIP_CLIENT_SECRET: 'canary', HTTPS_PROXY: 'http://127.0.0.1:2' },
    );
    const { exitCode, stdout } = await run('connection', 'test', 'Nordbank');
    expect([exitCode, stdout]).toEqual([3, expect.stringContaining('127.0.0.1:1')]);
    expect(stdout).not.toContain('127.0.0.1:2');
  });

  it('files go only to the storage hosts of the organisation', async () => {
    const { tenant, connection, clientSecret } = await tenantOfTest();
    const { run, workplace } = await person(
      { connections: [{ ...connection, storageHosts: ['storage.nordbank.example'] }] },
      { TRANSHIP_CLIENT_SECRET: clientSecret },
    );
    const file = join(workplace.folder, 'export.jsonl');
    await writeSampleExport(file, 20_000, 9);
    expect(await run('send', file, '--connection', 'Nordbank', '--timeout', '60s')).toMatchObject({ exitCode: 3 });
    expect(tenant.batches().every(({ bytes }) => bytes === undefined || bytes === 0)).toBe(true);
    const allowed = await run('connection', 'hosts', 'Nordbank', '--allow', 'evil.example');
    expect(allowed).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('the storage hosts') });
  });

  it('a change between two starts is in the security log, and support sees the policy without client ids', async () => {
    const { connection } = await tenantOfTest();
    const named = { ...connection, clientId: 'canary-client-0123456789' };
    const { run, where, workplace } = await person({ practice: false, connections: [named] });
    await run('retention', 'set', '--reports', '9');
    await where({ updates: 'off' })('retention', 'set', '--reports', '10');
    const logs = join(workplace.home, 'logs');
    const [name = ''] = (await readdir(logs)).filter((one) => one.includes('security'));
    const log = await readFile(join(logs, name), 'utf8');
    const changes = log.split('\n').filter((line) => line.includes('machine-policy-changed'));
    expect(changes).toHaveLength(2);
    expect(JSON.parse(changes[1] ?? '')).toMatchObject({
      changes: expect.arrayContaining([
        { field: 'updates', after: 'off' },
        { field: 'practice', before: 'false' },
      ]),
    });
    const zip = join(workplace.folder, 'support.zip');
    await run('support', '--out', zip);
    const text = (await unzipped(zip)).get('facts.json') ?? [...(await unzipped(zip)).values()].join('\n');
    expect(text).toContain('/etc/tranship/policy.json');
    expect(text).not.toContain('canary-client-0123456789');
  });
});

describe.skipIf(why !== undefined)('a policy in its real place', () => {
  it.each(fewerByDay(['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'], 1))(
    'authorities of %s do not count where those of the organisation do',
    async (variable) => {
      const authority = new Authority();
      const { tenant, secured } = await securedTenant(authority.host(), 'localhost');
      const { baseUrl, tokenUrl, clientId, clientSecret, scope } = tenant;
      const connection = { name: 'Nordbank', baseUrl: secured(baseUrl), tokenUrl: secured(tokenUrl), clientId, scope };
      const { workplace } = await person({});
      const file = join(workplace.folder, 'authority.pem');
      writeFileSync(file, authority.cert);
      const test = async (policy: unknown) => {
        const place = openPolicyPlace(policy);
        onTestFinished(() => place[Symbol.dispose]());
        const environment = { TRANSHIP_CLIENT_SECRET: clientSecret, [variable]: file };
        const call = ['connection', 'test', 'Nordbank', '--json'];
        return await workplace.runProcess(call, { environment, under: place.under });
      };
      expect(await test({ connections: [connection] })).toMatchObject({ exitCode: 0 });
      const strict = await test({ connections: [connection], authorities: [] });
      expect([strict.exitCode, strict.stdout]).toEqual([3, expect.stringContaining('network.untrusted')]);
      expect(await test({ connections: [connection], authorities: [authority.cert] })).toMatchObject({ exitCode: 0 });
    },
  );

  it('no variable and no settings file switches the policy off', async () => {
    const { run, workplace } = await personOf({ practice: false });
    await workplace.run(['retention', 'set', '--reports', '9']);
    const path = join(workplace.home, 'settings.json');
    const settings = JSON.parse(await readFile(path, 'utf8'));
    writeFileSync(
      path,
      JSON.stringify({ ...settings, policy: {}, practice: true, policySeen: {}, policyFile: '/tmp/x' }),
    );
    const environment = { TRANSHIP_POLICY: '/nonexistent', SystemRoot: '/tmp', HOME: '/tmp', XDG_CONFIG_DIRS: '/tmp' };
    expect(await workplace.runProcess(['practice', '--json'], { environment })).toMatchObject({ exitCode: 1 });
    expect((await run('policy')).summary).toMatchObject({ set: { practice: 'false' } });
  });

  it('“tranship policy” tells what is set, where, and which keys are not used', async () => {
    const { run } = await personOf({ practice: false, colour: 'blue', syslog: '' });
    for (const call of fewerByDay([['policy'], ['policy', 'show']], 1)) {
      expect((await run(...call)).summary).toMatchObject({
        sources: ['/etc/tranship/policy.json'],
        set: { practice: 'false' },
        ignored: [
          { key: 'colour', why: 'unknown' },
          { key: 'syslog', why: 'empty' },
        ],
      });
    }
  });

  it('that cannot be used keeps every command from running', async () => {
    const { run } = await personOf({}, 'chmod 666 policy.json');
    for (const call of fewerByDay([['queue', 'list'], ['practice'], ['serve'], ['policy']], 1)) {
      const { exitCode, stdout } = await run(...call);
      expect([exitCode, stdout], call.join(' ')).toEqual([3, expect.stringContaining('/etc/tranship/policy.json')]);
    }
  });

  it('that has the wrong form is told in words', async () => {
    const { run } = await personOf({ practice: 'maybe' });
    const { exitCode, stdout } = await run('policy');
    expect([exitCode, stdout]).toEqual([3, expect.stringContaining('practice')]);
  });

  it('that an ordinary person cannot read keeps them from running', async () => {
    const { workplace, place } = await personOf({}, 'chmod 600 policy.json');
    const under = [...place.under, 'setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const { exitCode, stdout } = await workplace.runProcess(['queue', 'list', '--json'], { under });
    expect([exitCode, stdout]).toEqual([3, expect.stringContaining('it cannot be read')]);
  });

  it('is none where its folder is empty', async () => {
    const { run } = await personOf({}, 'rm policy.json');
    expect((await run('policy')).summary).toMatchObject({ sources: [] });
  });
});
