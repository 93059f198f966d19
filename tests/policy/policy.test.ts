/** @file What the values of a policy may be, as each system writes them, and what is told of the rest. */

import { describe, expect, it } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { parseRuleSet } from '../../src-main/check/rules/rule-set-file.ts';
import { policyOf } from '../../src-main/policy/policy.ts';
import {
  managedNames,
  policyAsText,
  requireAllowedRules,
  requireSetDestination,
  setConnections,
  updatesOf,
} from '../../src-main/policy/rules.ts';
import { makeKeyPair } from '../wire/credentials/certificates.ts';

const connection = {
  name: 'Nordbank',
  baseUrl: 'https://api.example/tm',
  tokenUrl: 'https://id.example/token',
  clientId: 'client-0123456789',
  scope: 'tenant/a',
};
const read = (raw: unknown) => policyOf([{ place: 'here', raw }]);
const valuesOf = (raw: unknown) => read(raw).values;

describe('the values of a policy', () => {
  it.each([
    ['as JSON', { connections: [connection] }],
    [
      'under the names that the provider uses',
      {
        Connections: [
          {
            name: 'Nordbank',
            base_url: connection.baseUrl,
            TOKEN_URL: connection.tokenUrl,
            'client-id': connection.clientId,
            Scope: 'tenant/a',
          },
        ],
      },
    ],
    ['as JSON in a text', { connections: JSON.stringify([connection]) }],
    ['as JSON in a text of several lines', { connections: JSON.stringify([connection], null, 2).split('\n') }],
    ['as one that is no list', { connections: JSON.stringify(connection) }],
    ['as numbered keys', { connections: { 1: connection } }],
  ])('a connection is read %s', (_, raw) => {
    expect(valuesOf(raw).connections).toEqual([{ ...connection, kind: 'production', privateStorage: false }]);
  });

  it('numbered keys are read in their order', () => {
    const named = (name: string) => ({ ...connection, name });
    const { connections = [] } = valuesOf({ connections: { 10: named('C'), 2: named('B'), 1: named('A') } });
    expect(connections.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  });

  it.each([
    ['a list', ['.a.example', '10.0.0.0/8']],
    ['a text with commas', '.a.example, 10.0.0.0/8'],
    ['numbered keys', { 1: '.a.example', 2: '10.0.0.0/8' }],
  ])('hosts without the proxy are read as %s', (_, bypass) => {
    const proxy = { mode: 'manual', address: 'http://proxy.example:3128', bypass };
    expect(valuesOf({ proxy }).proxy).toEqual({ ...proxy, bypass: ['.a.example', '10.0.0.0/8'] });
  });

  it('an authority is read as text of one or several lines, and with hosts', async () => {
    const pem = (await makeKeyPair()).certificate;
    const one = [{ pem }];
    expect(valuesOf({ authorities: pem }).authorities).toEqual(one);
    expect(valuesOf({ authorities: [pem] }).authorities).toEqual(one);
    expect(valuesOf({ authorities: pem.trim().split('\n') }).authorities).toEqual(one);
    expect(valuesOf({ authorities: [{ pem, hosts: ['*.B.example'] }] }).authorities).toEqual([
      { pem, hosts: ['*.b.example'] },
    ]);
    expect(valuesOf({ authorities: [] }).authorities).toEqual([]);
  });

  it('1 and 0 are true and false, as in the registry', () => {
    expect(valuesOf({ ConnectionsOnly: 1, Practice: 0 })).toEqual({ connectionsOnly: true, practice: false });
  });

  it.each([
    ['off', 'off'],
    [{ Feed: 'https://a.example/feed', Channel: '' }, { feed: 'https://a.example/feed' }],
  ])('updates are off, or come from an own feed: %j', (updates, expected) => {
    expect(valuesOf({ updates }).updates).toEqual(expected);
  });

  it('what is unknown or empty is told with its place, and does not stop', () => {
    const { values, ignored } = read({
      colour: 1,
      syslog: ' ',
      practice: false,
      retention: { logs: 7, mice: 3 },
      connections: [{ ...connection, clientSecret: 'canary' }],
    });
    expect(values).toMatchObject({ practice: false, retention: { logs: 7 } });
    expect(ignored).toEqual([
      { key: 'colour', why: 'unknown' },
      { key: 'syslog', why: 'empty' },
      { key: 'retention.mice', why: 'unknown' },
      { key: 'connections[1].clientSecret', why: 'unknown' },
    ]);
  });

  it('of two sources the later one counts, key by key', () => {
    const first = { place: 'computer', raw: { practice: false, updates: 'off' } };
    const second = { place: 'user', raw: { practice: true } };
    expect(policyOf([first, second])).toMatchObject({
      values: { practice: true, updates: 'off' },
      sources: ['computer', 'user'],
    });
  });

  it.each<[string, unknown, string]>([
    ['no keys', ['a'], 'it must hold keys'],
    ['a text', 'practice', 'it must hold keys'],
    ['a flag that is a word', { practice: 'off' }, 'practice'],
    ['a key twice', { practice: false, Practice: true }, 'practice is there twice'],
    ['broken JSON', { connections: '[{' }, 'connections is not valid JSON'],
    ['a connection without a scope', { connections: [{ ...connection, scope: undefined }] }, 'connections[1].scope'],
    ['an address without encryption', { connections: [{ ...connection, baseUrl: 'http://api.example' }] }, 'https://'],
    [
      'an address with a password',
      { connections: [{ ...connection, baseUrl: 'https://a:b@api.example' }] },
      'password',
    ],
    ['a reserved name', { connections: [{ ...connection, name: 'environment' }] }, 'reserved'],
    ['one name twice', { connections: [connection, connection] }, '“Nordbank” is there twice'],
    ['a practice tenant', { connections: [{ ...connection, kind: 'practice' }] }, 'kind'],
    ['a pattern of storage hosts', { connections: [{ ...connection, storageHosts: ['*.example'] }] }, 'whole host'],
    ['no storage host at all', { connections: [{ ...connection, storageHosts: [] }] }, 'storageHosts'],
    ['a proxy without a mode', { proxy: { address: 'http://proxy.example:3128' } }, 'proxy'],
    ['a proxy without a port', { proxy: { mode: 'manual', address: 'http://proxy.example' } }, 'port'],
    [
      'a proxy with a password',
      { proxy: { mode: 'manual', address: 'http://a:canary@proxy.example:1' } },
      'separately',
    ],
    ['an authority that is none', { authorities: ['canary'] }, 'authorities'],
    ['no day', { retention: { logs: 0 } }, 'retention.logs'],
    ['half a day', { retention: { logs: 1.5 } }, 'whole number'],
    ['always', { retention: { logs: 'always' } }, 'retention.logs'],
    ['ids for no day', { retention: { ids: 0 } }, 'retention.ids: must be at least 1 day'],
    ['updates that are on', { updates: 'on' }, 'updates'],
    ['a feed without encryption', { updates: { feed: 'http://a.example' } }, 'updates'],
    ['a syslog address of no kind', { syslog: 'siem.example' }, 'syslog'],
    ['an anchor file somewhere', { anchorFile: 'anchors' }, 'absolute'],
    ['a manual proxy without an address', { proxy: { mode: 'manual' } }, 'proxy.address: must be a text'],
    ['one number for all', { retention: 90 }, 'retention: must be an object with keys of its own'],
    ['a number in place of certificates', { authorities: 5 }, 'authorities[1]: must be certificates'],
    ['too many days', { retention: { reports: 99_999 } }, 'retention.reports: must be at most'],
    ['no host', { authorities: [{ pem: 'x', hosts: [] }] }, 'authorities[1].hosts: must not be empty'],
    ['no certificate', { authorities: 'nonsense' }, 'there is no certificate in PEM form. Without it'],
    ['a word for no', { serviceDecides: 'no' }, 'serviceDecides: must be true or false'],
    [
      'an open feed',
      { updates: { feed: 'http://updates.example' } },
      'updates.feed: must be an address that starts with https://',
    ],
    ['a day too few', { retention: { logs: 0 } }, 'retention.logs: must be at least 1 day'],
    ['an empty connection', { connections: [{}] }, 'connections[1].name: must be'],
    ['a number as an address', { syslog: 7 }, 'syslog: must be'],
    ['two anchor files', { anchorFile: ['a', 'b'] }, 'anchorFile: must be a text'],
  ])('%s cannot be used, and is named in words', (_, raw, words) => {
    const thrown = (() => {
      try {
        return read(raw);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toMatchObject({ code: 'policy.unusable', params: { place: 'here' } });
    expect(thrown).toMatchObject({ detail: expect.stringContaining(words) });
    expect(thrown).toMatchObject({ detail: expect.not.stringMatching(/canary|Invalid|expected|received|\.\. /) });
  });
});

describe('what a policy means', () => {
  it('names what no person changes', () => {
    const values = valuesOf({
      connectionsOnly: true,
      proxy: { mode: 'none' },
      retention: { ids: 365, logs: 7 },
      practice: true,
      serviceDecides: false,
    });
    expect(managedNames(values)).toEqual(['connections', 'proxy', 'retention.ids', 'retention.logs', 'serviceDecides']);
    expect(managedNames({})).toEqual([]);
  });

  it.each([
    ['a practice tenant of this computer', {}, 'http://127.0.0.1:4100', true],
    ['a practice tenant that was edited to lead elsewhere', {}, 'https://evil.example', false],
    ['a practice tenant where practice is off', { practice: false }, 'http://127.0.0.1:4100', false],
    ['a practice tenant where only set connections count', { connectionsOnly: true }, 'http://127.0.0.1:4100', true],
  ])('admits %s or not', (_, raw, baseUrl, isAdmitted) => {
    const { admits } = setConnections(valuesOf(raw));
    expect(admits({ ...connection, kind: 'practice', baseUrl, tokenUrl: baseUrl })).toBe(isAdmitted);
  });

  it('is told without whole client ids and certificates', async () => {
    const pem = (await makeKeyPair()).certificate;
    const text = JSON.stringify(policyAsText(valuesOf({ connections: [connection], authorities: [pem] })));
    expect(text).not.toContain(connection.clientId);
    expect(text).not.toContain('BEGIN CERTIFICATE');
  });
});

describe('a rule set of the policy', () => {
  const rules = { mainEntity: 'sender', required: ['sender', 'modification'] };
  const written = JSON.stringify(rules);
  const parsed = (raw: unknown) => parseRuleSet(JSON.stringify(raw), 'a test');
  const refusal = (raw: object, ruleSet = defaultRuleSet) => {
    try {
      requireAllowedRules(valuesOf(raw), ruleSet);
      return undefined;
    } catch (thrown) {
      return thrown;
    }
  };

  it.each([
    ['as an object', rules],
    ['as text, which is how the registry has it', written],
    ['as text of several lines', ['{"mainEntity": "sender",', ' "required": ["sender", "modification"]}']],
  ])('is read %s', (_, ruleSet) => {
    expect(refusal({ ruleSet }, parsed(rules))).toBeUndefined();
    expect(refusal({ ruleSet })).toMatchObject({ code: 'policy.managed' });
  });

  it('{} fixes the default rules', () => {
    expect(refusal({ ruleSet: {} })).toBeUndefined();
    expect(refusal({ ruleSet: {} }, parsed(rules))).toMatchObject({ code: 'policy.managed' });
  });

  it.each([
    ['in another order', { required: ['modification', 'sender', 'sender'], mainEntity: 'sender' }],
    ['with the address of the schema', { ...rules, $schema: 'https://example.org/rule-set.schema.json' }],
    ['with what is usual written out', { ...rules, severities: { 'field.format': 'error' }, allowed: {} }],
  ])('is the same %s', (_, ruleSet) => {
    expect(refusal({ ruleSet: rules }, parsed(ruleSet))).toBeUndefined();
  });

  it.each([
    ['a severity', { ...rules, severities: { 'field.format': 'off' } }],
    ['a required field', { ...rules, required: ['sender'] }],
    ['an allowed value', { ...rules, allowed: { payment_type: ['A'] } }],
    ['the main party', { ...rules, mainEntity: 'receiver' }],
  ])('is another one with a difference in %s', (_, ruleSet) => {
    expect(refusal({ ruleSet: rules }, parsed(ruleSet))).toMatchObject({ code: 'policy.managed' });
  });

  it('may be less strict than the default rules, since the organisation has decided it', () => {
    expect(refusal({ serviceDecides: false, ruleSet: rules }, parsed(rules))).toBeUndefined();
  });

  it.each([
    ['a key that is not known', { mainEntiy: 'sender' }, 'mainEntiy'],
    ['a field that is none', { required: ['sendr'] }, 'is not a field of a transaction'],
    ['what is no JSON', '{"mainEntity":', 'is not valid JSON'],
    ['an empty file that may pass', { severities: { 'file.empty': 'off' } }, 'must stay an error'],
  ])('cannot be used with %s', (_, ruleSet, words) => {
    expect(() => read({ ruleSet })).toThrow(
      expect.objectContaining({ code: 'policy.unusable', detail: expect.stringContaining(words) }),
    );
  });

  it('is told in one line, and named as what no person changes', () => {
    const values = valuesOf({ ruleSet: rules });
    expect(policyAsText(values)['ruleSet']).toBe(written);
    expect(managedNames(values)).toEqual(['ruleSet']);
  });
});

describe('updates under a policy', () => {
  it.each([
    ['are the person’s where nothing is set', {}, 'ask-person'],
    ['are off', { updates: 'off' }, 'off'],
    [
      'come from the feed',
      { updates: { feed: 'https://bank.example/tranship' } },
      { feed: 'https://bank.example/tranship' },
    ],
    [
      'come from the folder of the channel in the feed',
      { updates: { feed: 'https://bank.example/tranship', channel: 'approved' } },
      { feed: 'https://bank.example/tranship/approved/' },
    ],
  ])('%s', (_, raw, expected) => {
    expect(updatesOf(valuesOf(raw))).toEqual(expected);
  });
});

describe('What was begun before the policy came', () => {
  const own = 'https://own.example https://own.example/t me tenant/own';
  const practice = 'http://127.0.0.1:4000/tm http://127.0.0.1:4000/t me practice';
  const set = [connection.baseUrl, connection.tokenUrl, connection.clientId, connection.scope].join(' ');
  const values = (raw: object) => policyOf([{ place: 'a test', raw }]).values;
  const only = { connections: [connection], connectionsOnly: true };

  it.each<[string, object, string]>([
    ['to a connection of the policy', only, set],
    ['to the practice tenant', only, practice],
    ['where other connections may be used', { connections: [connection] }, own],
  ])('may be sent %s', (_, raw, destination) => {
    expect(() => requireSetDestination(values(raw), destination)).not.toThrow();
  });

  it.each<[string, object, string]>([
    ['to another connection', only, own],
    ['to the practice tenant that is off', { ...only, practice: false }, practice],
    ['half to this computer', only, practice.replace('http://127.0.0.1:4000/t ', 'https://own.example/t ')],
  ])('may not be sent %s', (_, raw, destination) => {
    expect(() => requireSetDestination(values(raw), destination)).toThrow(
      expect.objectContaining({ code: 'policy.managed' }),
    );
  });
});
