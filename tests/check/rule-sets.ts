/** @file Rule sets that differ from the default one in each part that changes what the walk accepts. */

import { defaultRuleSet, type RuleSet } from '../../src-main/check/rules/rule-set.ts';
import { rules } from './sources.ts';

const values = ['A', 'low', 'Müller & Söhne', '\ud800', '"'];

export const ruleSets: [name: string, ruleSet: RuleSet][] = [
  ['the default rule set', defaultRuleSet],
  ['nothing required', rules({ required: [] })],
  [
    'other required fields',
    rules({
      required: ['payment_type', 'additional_fields.iban', 'additional_fields.a.b', 'receiver.unknown.full_name'],
    }),
  ],
  ['a required key with half a character pair', rules({ required: ['additional_fields.\ud800'] })],
  [
    'allowed values',
    rules({
      allowed: {
        payment_method: values,
        payment_type: ['A', 'low'],
        'modification.type': ['low', 'A', '', 'Müller & Söhne'],
        risk_assessment: ['low'],
      },
    }),
  ],
  ['the sender as main entity', rules({ mainEntity: 'sender' })],
  ['the receiver as main entity', rules({ mainEntity: 'receiver' })],
  ['unknown fields let through', rules({ severities: { 'field.unknown': 'off' } })],
  ['implausible values let through', rules({ severities: { 'field.implausible': 'off' } })],
  [
    'entities let through',
    rules({
      severities: {
        'entity.both-forms': 'off',
        'entity.no-form': 'off',
        'entity.unknown-details': 'off',
        'entity.main-not-known': 'off',
      },
    }),
  ],
  [
    'required fields and duplicate keys let through',
    rules({ severities: { 'field.required': 'off', 'json.duplicate-key': 'off' } }),
  ],
  ['types and formats let through', rules({ severities: { 'field.type': 'off', 'field.format': 'off' } })],
];
