/** @file How many errors and warnings a check has found, in words. */

import { message } from '../../src-shared/languages/message.ts';
import { counted } from '../wording.ts';

/** Empty where there are none. */
export function found(errors: number, warnings: number): string {
  if (errors === 0) return warnings === 0 ? '' : counted(warnings, 'warning');
  if (warnings === 0) return counted(errors, 'error');
  return message(
    '{errors, plural, one {# error} other {# errors}} and {warnings, plural, one {# warning} other {# warnings}}',
    { errors, warnings },
  );
}
