/** @file Which team ledger a connection uses, where the policy, the environment and a person name one. */

import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src-main/ground/clock.ts';
import { policyOf } from '../../src-main/policy/policy.ts';
import { Team } from '../../src-main/team/team.ts';
import { createMemoryBox } from '../../src-main/wire/credentials/memory-box.ts';
import type { SecretBox } from '../../src-main/wire/credentials/secret-box.ts';
import { MemorySettings } from '../memory-stores.ts';
import { createLastingBox } from '../wire/credentials/lasting-box.ts';

const bank = { connection: 'Bank' };

function teamWith({ environment = {}, ledger, settings = new MemorySettings(), box = createMemoryBox() }: Given = {}) {
  const policy = ledger === undefined ? {} : policyOf([{ place: 'the test', raw: { ledger } }]).values;
  const place = { folder: '/data', machine: 'desk-7', clock: systemClock, version: '0.1.0' };
  return new Team({ ...place, settings, box, environment, policy });
}
interface Given {
  environment?: Record<string, string>;
  ledger?: object;
  settings?: MemorySettings;
  box?: SecretBox;
}

const own = { address: 'postgresql://mara@own.example/tranship' };
const set = { address: 'postgresql://set.example:5433/tranship', authorityFile: '/etc/set.pem' };

describe('the ledger of a connection', () => {
  it('is none where none is named', () => {
    expect(teamWith().linkFor(bank)).toBeUndefined();
  });

  it('is the one that a person has set for it, and for no other connection', () => {
    const team = teamWith();
    team.ledgers.change('Bank', own);
    expect([team.addressFor(bank), team.addressFor({ connection: 'Other' })]).toEqual([
      expect.objectContaining({ name: 'own.example:5432/tranship', person: 'mara' }),
      undefined,
    ]);
  });

  it('is the one of the environment rather than that of a person', () => {
    const environment = { TRANSHIP_LEDGER: 'postgresql://milo@named.example/tranship', TRANSHIP_LEDGER_PASSWORD: 'p' };
    const team = teamWith({ environment });
    team.ledgers.change('Bank', own);
    expect(team.addressFor(bank)).toMatchObject({ host: 'named.example', person: 'milo', password: 'p' });
  });

  it('is that of the policy rather than any other', () => {
    const environment = { TRANSHIP_LEDGER: 'postgresql://milo@named.example/tranship' };
    expect(() => teamWith({ environment, ledger: set }).addressFor(bank)).toThrow(
      expect.objectContaining({ code: 'team.address' }),
    );
  });

  it('takes from the environment who signs in to the one of the policy, but not by which authority it is known', () => {
    const environment = {
      TRANSHIP_LEDGER: 'postgresql://milo@set.example:5433/tranship',
      TRANSHIP_LEDGER_PASSWORD: 'p',
      TRANSHIP_LEDGER_AUTHORITY: '/home/milo/own.pem',
    };
    expect(teamWith({ environment, ledger: set }).addressFor(bank)).toMatchObject({
      host: 'set.example',
      port: 5433,
      person: 'milo',
      password: 'p',
      authorityFile: '/etc/set.pem',
    });
  });

  it('sends no password that was meant for another place to the one of the policy', () => {
    const environment = {
      TRANSHIP_LEDGER: 'postgresql://milo@named.example/tranship',
      TRANSHIP_LEDGER_PASSWORD: 'p',
    };
    const team = teamWith({ environment, ledger: set });
    team.ledgers.change('Bank', { address: 'postgresql://mara@set.example:5433/tranship' });
    expect(team.addressFor(bank)).toMatchObject({ host: 'set.example', person: 'mara', password: undefined });
  });

  it('has one link for all connections that name it as the same person', () => {
    const team = teamWith();
    team.ledgers.change('Bank', own);
    team.ledgers.change('Other', own);
    expect(team.linkFor(bank)).toBe(team.linkFor({ connection: 'Other' }));
  });
});

describe('the password of a ledger', () => {
  const receiver = { name: 'own.example:5432/tranship', person: 'mara' };

  it('is stored as ciphertext that opens for this person and ledger alone', async () => {
    const settings = new MemorySettings();
    const { ledgers } = teamWith({ settings, box: createLastingBox() });
    await ledgers.changePassword(receiver, 'the password');
    expect(JSON.stringify(settings.get('ledgerPasswords'))).not.toContain('the password');
    expect(await ledgers.password(receiver)).toBe('the password');
    const [sealed] = Object.values(settings.get('ledgerPasswords') ?? {});
    settings.set('ledgerPasswords', { 'mara@evil.example:5432/tranship': sealed });
    expect(await ledgers.password({ name: 'evil.example:5432/tranship', person: 'mara' })).toBeUndefined();
  });

  it('is not stored where it could not be opened after a restart', async () => {
    await expect(teamWith().ledgers.changePassword(receiver, 'p')).rejects.toMatchObject({ code: 'secret.no-store' });
  });
});
