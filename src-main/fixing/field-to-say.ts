/** @file The field that a person says where an entity is wrong as a whole. Pure. */

import { roles } from '../../src-shared/entity-roles.ts';

export const isMissingEntity = ({ rule, path }: { rule: string; path: string }): boolean =>
  rule === 'field.required' && roles.some((role) => role === path);

/** Of an entity that is missing, or of neither form, a person knows the id. */
export const fieldToSay = (found: { rule: string; path: string }): string =>
  found.rule === 'entity.no-form' || isMissingEntity(found) ? `${found.path}.by_external_id` : found.path;
