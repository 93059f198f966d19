import { describe, expect, it } from 'vitest';
import { KeptSending } from '../../src-main/connections/kept-sending.ts';
import { policyOf } from '../../src-main/policy/policy.ts';
import { setSending } from '../../src-main/policy/rules.ts';
import { unruled } from '../../src-shared/sending-hours.ts';

const bank = {
  name: 'Nordbank',
  baseUrl: 'https://api.provider.example/tm',
  tokenUrl: 'https://login.provider.example/token',
  clientId: 'client',
  scope: 'tenant/a',
};
const valuesOf = (more: object) =>
  policyOf([{ place: 'the test', raw: { connections: [{ ...bank, ...more }] } }]).values;

function keptUnder(more: object) {
  const kept = new Map<string, unknown>();
  const file = { get: (key: string) => kept.get(key), set: (key: string, value: unknown) => void kept.set(key, value) };
  return new KeptSending(file, (name) => setSending(valuesOf(more), name));
}

describe('Sending hours that the policy sets', () => {
  it('count in place of those of a person, who cannot change them', () => {
    const sending = keptUnder({ hours: 'office', bandwidth: 'none' });
    expect(sending.of('Nordbank')).toEqual({ ...unruled, hours: [{ days: 'mon-fri', from: 480, to: 1080 }] });
    expect(() => sending.change('Nordbank', unruled)).toThrow(expect.objectContaining({ code: 'policy.managed' }));
    expect(sending.of('another')).toEqual(unruled);
  });

  it('are left to a person where the policy names neither', () => {
    const sending = keptUnder({});
    const rules = { ...unruled, bandwidth: { bytesPerSecond: 2_000_000, hours: [] } };
    sending.change('Nordbank', rules);
    expect(sending.of('Nordbank')).toEqual(rules);
    sending.forget('Nordbank');
    expect(sending.of('Nordbank')).toEqual(unruled);
  });

  it('that nobody can read make the policy unusable', () => {
    expect(() => valuesOf({ hours: 'after work' })).toThrow(expect.objectContaining({ code: 'policy.unusable' }));
  });
});
