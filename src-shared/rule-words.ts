/** @file What people call the rules of the check, in the window and on paper; their ids stand beside them in small print. */

import { type Fact, fact } from './languages/fact.ts';
import { inWords } from './languages/message.ts';

const ruleNames: Readonly<Record<string, Fact>> = {
  'file.empty': fact('Empty file'),
  'file.encoding': fact('Not UTF-8 text'),
  'file.not-jsonl': fact('Not a JSON Lines file'),
  'file.bom': fact('Byte order mark'),
  'file.over-limit': fact('Larger than one batch'),
  'line.blank': fact('Blank line'),
  'line.too-long': fact('Line too long'),
  'line.unjudged': fact('Line with too many values'),
  'json.syntax': fact('Line that cannot be read'),
  'json.not-object': fact('Line that is no transaction'),
  'json.duplicate-key': fact('Key given twice'),
  'field.required': fact('Missing field'),
  'field.type': fact('Wrong kind of value'),
  'field.format': fact('Wrong format'),
  'field.unknown': fact('Unknown field'),
  'field.implausible': fact('Implausible value'),
  'entity.both-forms': fact('Entity both known and unknown'),
  'entity.no-form': fact('Entity not given'),
  'entity.unknown-details': fact('Details of unknown entity missing'),
  'entity.main-not-known': fact('No known customer'),
  'modification.duplicate': fact('Modification id used twice'),
};

export const ruleName = (rule: string): string => inWords(ruleNames[rule] ?? rule);
