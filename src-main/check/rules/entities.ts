/**
 * @file The rules between the fields of an entity (§2.3), and the rule that the main entity must be a known one (§2.2).
 */

import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import type { Complaint, RuleId } from '../findings/finding.ts';
import { isJsonObject, type JsonObject, valueAt } from './json-object.ts';
import type { RuleSet } from './rule-set.ts';

const roles = ['sender', 'sending_partner', 'receiver', 'receiving_partner'] as const;

/** A key counts as present when its value is neither absent nor null. */
function isGiven(object: JsonObject, key: string): boolean {
  const value = valueAt(object, key);
  return value !== undefined && value !== null;
}

/**
 * Complains about entities that mix both forms, have neither or fill one only in part, and about a main entity that is
 * not known.
 */
export function judgeEntities(transaction: JsonObject, mainEntity: RuleSet['mainEntity']): Complaint[] {
  const complaints: Complaint[] = [];
  for (const role of roles) {
    const entity = valueAt(transaction, role);
    if (isJsonObject(entity)) judgeForm(entity, role, complaints);
  }
  judgeMainEntity(transaction, mainEntity, complaints);
  return complaints;
}

function judgeForm(entity: JsonObject, role: string, complaints: Complaint[]): void {
  const complain = (rule: RuleId, path: string, message: Said) => complaints.push({ rule, path, message });
  const hasType = isGiven(entity, 'external_entity_type');
  const hasDetails = isGiven(entity, 'unknown');

  if (isGiven(entity, 'by_external_id')) {
    if (!hasType && !hasDetails) return;
    const other = hasType ? 'external_entity_type' : 'unknown';
    complain(
      'entity.both-forms',
      role,
      fact('{role} must have either by_external_id or {other}, but it has both.', { role, other }),
    );
    return;
  }
  if (!hasType && !hasDetails) {
    const message = fact(
      '{role} must have by_external_id (a known entity) or external_entity_type and unknown (an unknown one), but it has none of them.',
      { role },
    );
    complain('entity.no-form', role, message);
    return;
  }
  const lacks = (path: string) =>
    complain('entity.unknown-details', path, fact('An unknown entity needs {path}, but it is missing.', { path }));
  if (!hasType) lacks(`${role}.external_entity_type`);
  if (!hasDetails) lacks(`${role}.unknown`);
  const details = valueAt(entity, 'unknown');
  if (!isJsonObject(details)) return;
  for (const key of ['external_id', 'risk_assessment']) {
    if (!isGiven(details, key)) lacks(`${role}.unknown.${key}`);
  }
}

/** An entity in both forms passes here, because another complaint already reports that. */
function isKnown(transaction: JsonObject, role: string): boolean {
  const entity = valueAt(transaction, role);
  return isJsonObject(entity) && isGiven(entity, 'by_external_id');
}

const mustBeKnown = {
  either: fact('The sender or the receiver must be a known entity with by_external_id.'),
  sender: fact('The sender must be a known entity with by_external_id.'),
  receiver: fact('The receiver must be a known entity with by_external_id.'),
} satisfies Record<RuleSet['mainEntity'], Fact>;

function judgeMainEntity(transaction: JsonObject, mainEntity: RuleSet['mainEntity'], complaints: Complaint[]): void {
  const candidates = mainEntity === 'either' ? ['sender', 'receiver'] : [mainEntity];
  if (candidates.some((role) => isKnown(transaction, role))) return;
  complaints.push({
    rule: 'entity.main-not-known',
    path: mainEntity === 'either' ? '' : mainEntity,
    message: mustBeKnown[mainEntity],
  });
}
