import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRuleSet } from '../../src-main/check/rules/rule-set-file.ts';
import {
  formValues,
  withAllowed,
  withMainParty,
  withRequired,
  withSeverity,
} from '../../src-renderer/settings/rule-set/rule-set-text.ts';

const usual = ['sender', 'receiver', 'modification', 'modification.external_id'];
const values = (text: string) => formValues(text, { required: usual });

describe('The form of a rule set', () => {
  it('shows the default rules of an empty text', () => {
    expect(values(' \n')).toEqual({ severities: new Map(), required: usual, allowed: new Map(), mainEntity: 'either' });
  });

  it('shows what stands in the text', () => {
    const text =
      '{"severities":{"field.unknown":"off"},"required":[],"allowed":{"payment_type":["A"]},"mainEntity":"sender"}';
    expect(values(text)).toEqual({
      severities: new Map([['field.unknown', 'off']]),
      required: [],
      allowed: new Map([['payment_type', ['A']]]),
      mainEntity: 'sender',
    });
  });

  it.each(['{', '[]', '7', 'null', '"{}"', '{"a":1,}'])('shows nothing of %s, which is no object', (text) => {
    expect(values(text)).toBeUndefined();
  });

  it('takes what does not fit for not said', () => {
    const text =
      '{"severities":{"field.unknown":"fatal","field.type":7},"required":"sender","allowed":[],"mainEntity":null}';
    expect(values(text)).toEqual(values(''));
  });

  it('shows nothing of an object that only looks like one with such keys', () => {
    expect(values('{"__proto__":{"mainEntity":"sender","severities":{"x":"off"}}}')).toEqual(values(''));
  });

  it('changes one key, and leaves what else stands there, in its order', () => {
    const text = '{"$schema":"./s.json","mainEntity":"sender","required":["sender"]}';
    expect(JSON.parse(withSeverity(text, 'field.type', 'warning'))).toEqual({
      $schema: './s.json',
      mainEntity: 'sender',
      required: ['sender'],
      severities: { 'field.type': 'warning' },
    });
    expect(Object.keys(JSON.parse(withMainParty(text, 'receiver')))).toEqual(['$schema', 'mainEntity', 'required']);
  });

  it('is empty again once everything is as usual', () => {
    let text = withSeverity('', 'field.type', 'off');
    text = withAllowed(text, 'payment_type', ['A', 'B']);
    text = withRequired(text, ['sender'], usual);
    text = withMainParty(text, 'receiver');
    text = withSeverity(text, 'field.type', undefined);
    text = withAllowed(text, 'payment_type', []);
    text = withRequired(text, [...usual].reverse(), usual);
    expect(withMainParty(text, 'either')).toBe('');
  });

  it('whatever is decided in it, the app can read, and shows as it was decided', () => {
    const decisions = fc.record({
      severity: fc.constantFrom('error', 'warning', 'off', undefined),
      required: fc.subarray([...usual, 'payment_method', 'sender.unknown.full_name']),
      allowed: fc.uniqueArray(fc.string(), { maxLength: 4 }),
      mainEntity: fc.constantFrom('sender', 'receiver', 'either'),
    });
    fc.assert(
      fc.property(fc.array(decisions, { minLength: 1, maxLength: 3 }), (all) => {
        let text = '';
        for (const { severity, required, allowed, mainEntity } of all) {
          text = withSeverity(text, 'field.format', severity);
          text = withRequired(text, required, usual);
          text = withAllowed(text, 'modification.type', allowed);
          text = withMainParty(text, mainEntity);
        }
        const last = all.at(-1);
        const read = parseRuleSet(text === '' ? '{}' : text, 'the form');
        expect(read.severities['field.format']).toBe(last?.severity);
        expect(new Set(read.required)).toEqual(new Set(last?.required));
        expect(read.allowed['modification.type'] ?? []).toEqual(last?.allowed);
        expect(read.mainEntity).toBe(last?.mainEntity);
        expect(values(text)?.mainEntity).toBe(last?.mainEntity);
      }),
    );
  });
});
