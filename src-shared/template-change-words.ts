/** @file What differs between two versions of a template, as people read it everywhere. Pure. */

import { message } from './languages/message.ts';
import { namesInWords } from './names-in-words.ts';
import type { TemplateChange } from './preparation-shapes.ts';

/** More than people read of one version. */
const MOST_NAMED = 8;

/** new: payment_type; changed: modification.amount, dates. Empty for the first version. @param fieldName as people know a field */
export function templateChangesInWords(
  changes: readonly TemplateChange[],
  fieldName: (path: string) => string = (path) => path,
): string {
  const named = (wanted: 'new' | 'gone' | 'changed'): string => {
    const names = changes.flatMap((one) => {
      if (one.of === 'field') return one.change === wanted ? [fieldName(one.field)] : [];
      return wanted === 'changed' ? [settingNames[one.setting]()] : [];
    });
    return namesInWords(names, MOST_NAMED);
  };
  const [added, changed, gone] = [named('new'), named('changed'), named('gone')];
  return [
    added !== '' && message('new: {names}', { names: added }),
    changed !== '' && message('changed: {names}', { names: changed }),
    gone !== '' && message('gone: {names}', { names: gone }),
  ]
    .filter((part) => part !== false)
    .join('; ');
}

const settingNames: Record<Extract<TemplateChange, { of: 'setting' }>['setting'], () => string> = {
  name: () => message('its name'),
  reading: () => message('how the export is read'),
  columns: () => message('columns of the export'),
  numbers: () => message('how numbers are written'),
  dates: () => message('how dates are written'),
  direction: () => message('whether sender and receiver change places'),
  otherColumns: () => message('what becomes of other columns'),
  leaveOutRows: () => message('rows that are left out'),
};
