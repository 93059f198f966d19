import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { createMemoryBox } from '../../src-main/wire/credentials/memory-box.ts';
import { observabilityPresets } from '../../src-main/wire/service/observability.ts';
import type { ConnectionForm } from '../../src-shared/contract.ts';
import { stepInWords } from '../../src-shared/diagnosis-step.ts';
import { AppError } from '../../src-shared/errors.ts';
import { keychain, openWindow, options, TestWindow } from './window.ts';

let window: TestWindow;
let tenant: PracticeTenant | undefined;

const form: ConnectionForm = {
  name: 'Bank',
  kind: 'test',
  baseUrl: 'https://bank.example/tm',
  tokenUrl: 'https://login.bank.example/token',
  clientId: 'client',
  scope: 'tenant/1',
  secret: 'canary-secret',
};

beforeEach(async () => {
  window = await openWindow();
});

afterEach(async () => {
  await window.close();
  await tenant?.close();
  tenant = undefined;
});

/** A connection to a tenant on this machine. */
async function connected(change: Partial<ConnectionForm> = {}): Promise<PracticeTenant> {
  tenant = await startPracticeTenant({ pace: 0 });
  const { baseUrl, tokenUrl, clientId, clientSecret: secret, scope } = tenant;
  await window.value('connections.add', { ...form, baseUrl, tokenUrl, clientId, scope, secret, ...change });
  return tenant;
}

const diagnose = async () => {
  const { steps } = await window.value('connections.diagnose', { name: 'Bank', askForStorage: false });
  return steps.map(stepInWords);
};
const outcomes = async () => (await diagnose()).map(({ step, outcome }) => `${step} ${outcome}`);

describe('Connections', () => {
  it('Connections are listed with their values, but never with the secret', async () => {
    const rows = await window.value('connections.add', form);
    const { secret: _, ...shown } = form;
    const observed = [...observabilityPresets];
    expect(rows).toEqual([{ ...shown, hasSecret: true, observed, origin: 'stored', openSubmissions: 0 }]);
    expect(JSON.stringify(rows)).not.toContain('canary-secret');
  });

  it('All that is wrong with the values of a connection is told at once, and nothing is stored', async () => {
    await window.value('connections.add', form);
    const { secret: _, ...plain } = form;
    const judge = (change: Partial<typeof plain>, isNew = true) =>
      window.value('connections.judge', { form: { ...plain, ...change }, isNew });
    expect(
      await judge({ baseUrl: 'nordbank', tokenUrl: 'http://bank.example/token', clientId: ' ', scope: 'a b' }),
    ).toEqual([
      { field: 'name', problem: 'is taken by another connection' },
      { field: 'baseUrl', problem: 'must be an address that starts with https://' },
      { field: 'tokenUrl', problem: 'must start with https://, or the secret could be read' },
      { field: 'clientId', problem: 'must not be empty' },
      { field: 'scope', problem: 'must not be empty or contain spaces; usually it is tenant/<tenant-id>' },
    ]);
    expect(await judge({ name: 'environment' })).toMatchObject([{ field: 'name' }]);
    expect(await judge({ name: '' })).toMatchObject([{ field: 'name' }]);
    expect(await judge({ name: 'Other' })).toEqual([]);
    expect(await judge({}, false)).toEqual([]);
    expect(await window.value('connections.list')).toHaveLength(1);
  });

  it('Connections accept pasted values with surrounding spaces', async () => {
    const [row] = await window.value('connections.add', {
      ...form,
      baseUrl: ` ${form.baseUrl}\n`,
      scope: '\ttenant/1 ',
    });
    expect(row).toMatchObject({ baseUrl: form.baseUrl, scope: 'tenant/1' });
  });

  it('The list of connections begins with the one of the environment, which cannot be changed here', async () => {
    await window.backend.close();
    const variables = {
      TRANSHIP_BASE_URL: form.baseUrl,
      TRANSHIP_TOKEN_URL: form.tokenUrl,
      TRANSHIP_CLIENT_ID: form.clientId,
      TRANSHIP_CLIENT_SECRET: 'canary-secret',
      TRANSHIP_SCOPE: form.scope,
    };
    window = new TestWindow(window.folder, window.settings, keychain(), variables);
    expect(await window.value('connections.list')).toMatchObject([{ name: 'environment', origin: 'environment' }]);
    expect(await window.code('connections.change', { ...form, name: 'environment' })).toBe('connection.unknown');
  });

  it('A storage host that a person allows is listed, and a removed connection takes its hosts with it', async () => {
    await window.value('connections.add', form);
    const host = 'https://storage.example';
    expect(await window.value('connections.changeHosts', { name: 'Bank', allow: [host] })).toMatchObject({
      hosts: [{ origin: host, isTrusted: true }],
    });
    expect(await window.value('connections.list')).toMatchObject([{ storageHosts: [host] }]);

    await window.value('connections.remove', { name: 'Bank' });
    const [again] = await window.value('connections.add', form);
    expect(again).not.toHaveProperty('storageHosts');
  });

  it('The list of connections includes unreadable records, with the reason', async () => {
    window.settings.set('connections', [{ name: 'Old', baseUrl: 'ftp://x' }]);
    expect(await window.value('connections.list')).toMatchObject([
      { name: 'Old', error: { code: 'connection.invalid' } },
    ]);
  });

  it('Connections stored before there were kinds count as production', async () => {
    const { kind: _, secret: __, ...old } = form;
    window.settings.set('connections', [old]);
    expect(await window.value('connections.list')).toMatchObject([{ name: 'Bank', kind: 'production' }]);
  });

  it('Connections do not lead where a secret could be intercepted', async () => {
    expect(await window.code('connections.add', { ...form, tokenUrl: 'http://bank.example/token' })).toBe(
      'connection.invalid',
    );
  });

  it('A connection keeps its secret when something else is changed', async () => {
    await window.value('connections.add', form);
    const { secret: _, ...rest } = form;
    const [row] = await window.value('connections.change', { ...rest, kind: 'production' });
    expect(row).toMatchObject({ kind: 'production', hasSecret: true });
    expect(await window.app.connections.credentialsOf(window.app.connections.get('Bank'))).toMatchObject({
      secret: 'canary-secret',
    });
  });

  it.each([
    { tokenUrl: 'https://elsewhere.example/token' },
    { baseUrl: 'https://elsewhere.example' },
    { clientId: 'other' },
    { scope: 'tenant/other' },
  ])('A connection needs its secret again when it would be sent elsewhere: %o', async (change) => {
    await window.value('connections.add', form);
    const { secret: _, ...rest } = form;
    const elsewhere = { ...rest, ...change };
    expect(await window.code('connections.change', elsewhere)).toBe('connection.invalid');
    expect(await window.code('connections.change', { ...elsewhere, secret: 'new' })).toBeUndefined();
  });

  it('A connection with an open submission cannot be removed, but can be corrected until there is an upload address', async () => {
    await window.value('connections.add', form);
    const offer = await window.offered('a.jsonl', '{}\n');
    await window.value('files.add', { offers: [offer], options: { ...options, connection: 'Bank' } });
    expect((await window.value('connections.list'))[0]?.openSubmissions).toBe(1);
    expect(await window.code('connections.remove', { name: 'Bank' })).toBe('connection.in-use');
    const corrected = { ...form, baseUrl: 'https://right.example' };
    expect(await window.code('connections.change', corrected)).toBeUndefined();
    expect((await window.value('connections.list'))[0]).toMatchObject({
      openSubmissions: 1,
      baseUrl: corrected.baseUrl,
    });
    expect(window.app.queue.standings()[0]?.submission.destination).toContain(corrected.baseUrl);
    expect(await window.code('connections.change', { ...corrected, kind: 'production' })).toBeUndefined();
  });

  it('Connections are removed with their secret', async () => {
    await window.value('connections.add', form);
    expect(await window.value('connections.remove', { name: 'Bank' })).toEqual([]);
    expect(window.settings.get('connections')).toEqual([]);
  });

  it('A removed connection takes its ledger with it, and the password unless another connection uses the same ledger', async () => {
    const ledger = { place: 'postgresql://ledger.bank.example/tranship', person: 'mara', password: 'canary' };
    const hasPassword = async (name: string, known: object = ledger) => {
      await window.value('connections.changeLedger', { name, ledger: { ...ledger, password: undefined, ...known } });
      return (await window.value('connections.ledger', { name })).hasPassword;
    };
    await window.value('connections.add', form);
    await window.value('connections.add', { ...form, name: 'Other' });
    for (const name of ['Bank', 'Other']) expect(await hasPassword(name)).toBe(true);

    await window.value('connections.changeLedger', { name: 'Bank', ledger: 'none' });
    expect(await window.value('connections.ledger', { name: 'Other' })).toMatchObject({ hasPassword: true });
    expect(window.told).not.toContainEqual(['team.changed', { ledgers: [] }]);
    await window.value('connections.remove', { name: 'Other' });
    expect(window.told).toContainEqual(['team.changed', { ledgers: [] }]);
    await window.value('connections.add', { ...form, name: 'Other' });
    expect(await window.value('connections.ledger', { name: 'Other' })).toMatchObject({ place: '' });
    expect(await hasPassword('Other', { password: undefined })).toBe(false);
  });

  it('A connection reports when its secret cannot be kept', async () => {
    await window.close();
    window = await openWindow({ box: createMemoryBox() });
    expect(await window.code('connections.add', form)).toBe('secret.no-store');
    expect(await window.value('app.info')).toMatchObject({
      keepsSecrets: false,
      secretsHint: expect.stringMatching(/\S/),
    });
  });
});

describe('The diagnosis of a connection', () => {
  it('A diagnosis reports each successful step in a sentence', async () => {
    await connected();
    const steps = await diagnose();
    expect(steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'name good',
      'proxy good',
      'encryption skipped',
      'token good',
      'service good',
      'storage skipped',
      'clock good',
      'limits good',
    ]);
    expect(steps.every(({ sentence }) => /^[A-Z].*\.$/.test(sentence))).toBe(true);
  });

  it('A diagnosis requests a token even if there is a current one', async () => {
    const { requests } = await connected();
    await diagnose();
    await diagnose();
    expect(requests.filter(({ endpoint }) => endpoint === 'token')).toHaveLength(2);
  });

  it('A diagnosis changes nothing at the service', async () => {
    const { requests, batches } = await connected();
    await diagnose();
    expect(batches()).toEqual([]);
    expect(requests.map(({ endpoint }) => endpoint)).toEqual(['token', 'status']);
  });

  it('A diagnosis stops at a wrong secret, names the remedy, and skips the other steps', async () => {
    await connected({ secret: 'wrong' });
    const steps = await diagnose();
    expect(steps.slice(3).map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'token bad',
      'service skipped',
      'storage skipped',
      'clock good',
      'limits skipped',
    ]);
    expect(steps[3]?.remedy).toMatch(/client id/);
    expect(JSON.stringify(steps)).not.toContain('wrong"');
  });

  it('A secret that was refused is told with the connection, also after a new one is entered, until a sign-in works', async () => {
    const { clientSecret: secret } = await connected({ secret: 'wrong' });
    const refusal = async () => (await window.value('connections.list'))[0]?.refusedSignIn?.code;
    expect(await refusal()).toBeUndefined();
    await diagnose();
    expect(await refusal()).toBe('auth.refused');
    await window.value('connections.change', { name: 'Bank', secret });
    expect(await refusal()).toBe('auth.refused');
    await window.value('connections.test', { name: 'Bank' });
    expect(await refusal()).toBeUndefined();
  });

  it('A sign-in works, or is refused, also where that cannot be noted', async () => {
    const { clientSecret: secret } = await connected({ secret: 'wrong' });
    const { settings } = window;
    const set = settings.set.bind(settings);
    const setElse: typeof set = (key, value) => {
      if (key === 'refusedSignIns') throw new AppError('folder.in-use', { path: 'settings.json' });
      set(key, value);
    };
    settings.set = setElse;
    const steps = await diagnose();
    expect(steps.find(({ step }) => step === 'token')).toMatchObject({
      outcome: 'bad',
      remedy: expect.stringMatching(/client id/),
    });
    settings.set = set;
    await diagnose();
    await window.value('connections.change', { name: 'Bank', secret });
    settings.set = setElse;
    expect(await outcomes()).toContain('token good');
  });

  it('A diagnosis distinguishes a missing permission from a wrong secret', async () => {
    const { misbehave } = await connected();
    misbehave([{ name: 'forbid' }]);
    expect(await outcomes()).toEqual(
      expect.arrayContaining(['token good', 'service bad', 'storage skipped', 'limits skipped']),
    );
  });

  it('A diagnosis does not blame the connection for an outage of the service', async () => {
    const { misbehave } = await connected();
    misbehave([{ name: 'service-status', status: 503, endpoint: 'status' }]);
    expect(await outcomes()).toContain('service doubtful');
  });

  it('A diagnosis reports that a host does not answer', async () => {
    const { goOffline } = await connected();
    await goOffline();
    expect((await outcomes()).filter((outcome) => !outcome.endsWith('skipped'))).toEqual(['name good', 'proxy bad']);
  });

  it('A diagnosis reports what is left of the limits', async () => {
    await connected();
    await diagnose();
    const limits = (await diagnose()).find(({ step }) => step === 'limits');
    expect(limits?.sentence).toContain('start 20 uploads, ask 118 times');
  });
});
