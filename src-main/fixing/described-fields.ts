/** @file The fields that a line can have, with what each may hold, for a person who corrects one by hand. Pure. */

import type { EditableLine } from '../../src-shared/contract.ts';
import { countryCodes, currencyCodes } from '../check/rules/codes.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { kindOfField, type MappableKind, mappableFields } from '../templates/mappable-fields.ts';

export function describedFields({ allowed }: Pick<RuleSet, 'allowed'>): EditableLine['fields'] {
  return mappableFields.flatMap((path) => {
    const holds = kindOfField(path);
    if (holds === undefined) return [];
    const values = valuesOf(holds, allowed);
    return [{ path, holds, ...(values !== undefined && { values: [...values] }) }];
  });
}

function valuesOf(holds: MappableKind, allowed: RuleSet['allowed']): Iterable<string> | undefined {
  switch (holds) {
    case 'country':
      return countryCodes;
    case 'currency':
      return currencyCodes;
    case 'entity-type':
      // The only one that the service describes (§2.3).
      return ['unknown'];
    case 'payment_method':
    case 'payment_type':
    case 'modification.type':
    case 'risk_assessment':
      return allowed[holds];
    case 'uuid':
    case 'amount':
    case 'date-time':
    case 'text':
    case 'identifier':
      return undefined;
  }
}
