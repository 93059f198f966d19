/**
 * @file Judges one line: is it UTF-8, is it JSON, is it a transaction, and does that follow the rules.
 *
 * | oddity                           | decision                                                                |
 * |----------------------------------|-------------------------------------------------------------------------|
 * | CRLF, a CR before the last end   | part of the line end                                                    |
 * | no final newline                 | the rest is a line like any other                                       |
 * | blank line, also of spaces       | `line.blank`; nothing after the final newline is no line                |
 * | more than 16 MiB (a 64 MB line)  | `line.too-long`; not parsed and not kept in memory                      |
 * | too many values for the memory   | `line.unjudged`; judged in a thread of its own, so that the check continues |
 * | bytes that are not UTF-8         | `file.encoding` with the line's number; not parsed                      |
 * | byte order mark                  | `file.bom` and skipped at the file's start; `json.syntax` anywhere else |
 * | NUL and other raw control bytes  | `json.syntax`: JSON allows them only escaped                            |
 * | duplicate keys                   | `json.duplicate-key`; the last value is judged, as JSON.parse keeps it  |
 * | `__proto__`                      | a key like any other: unknown to the interface                          |
 * | deep nesting                     | accepted in additional_fields; nothing here recurses into it            |
 *
 * For oddities within a field, see transaction.ts.
 */

import { isUtf8 } from 'node:buffer';
import { fact, type Said } from '../../../src-shared/languages/fact.ts';
import { jsonFault } from '../../ground/json/json-fault.ts';
import { type Complaint, shorten } from '../findings/finding.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { judgeEntities } from './entities.ts';
import { figuresOf } from './figures.ts';
import { isJsonObject, type JsonObject, valueAt } from './json-object.ts';
import { jsonValueOf } from './json-value.ts';
import type { RuleSet } from './rule-set.ts';
import { fieldExplainer, missingFields } from './transaction.ts';
import { type LineJudge, noTransaction } from './verdict.ts';

/** Builds the judge for one check; `now` is in milliseconds since the epoch, to recognise dates in the future. */
export function lineJudge(ruleSet: RuleSet, now: number): LineJudge {
  const options = { allowed: ruleSet.allowed, now };
  const explainFields = fieldExplainer(options);
  const findMissing = missingFields(ruleSet.required);
  return (block, start, end) => {
    // Decoding replaces invalid UTF-8 by U+FFFD, so only a line that contains one needs the second check.
    const text = block.toString('utf8', start, end);
    if (text.includes('\uFFFD') && !isUtf8(block.subarray(start, end))) return noTransaction(notUtf8);
    let value: unknown;
    try {
      value = jsonValueOf(text);
    } catch (thrown) {
      return noTransaction({
        rule: 'json.syntax',
        path: '',
        message: fact('The line is not valid JSON: {reason}.', { reason: reasonOf(thrown) }),
      });
    }
    if (!isJsonObject(value)) {
      const message = fact('The line must be a JSON object, but is {value}.', { value: kindOf(value) });
      return noTransaction({ rule: 'json.not-object', path: '', message });
    }
    const complaints = [
      ...duplicateKeys(text, value),
      ...findMissing(value),
      ...explainFields(value),
      ...judgeEntities(value, ruleSet.mainEntity),
    ];
    return {
      complaints,
      isTransaction: true,
      modificationId: modificationIdOf(value),
      figures: figuresOf(text, value),
    };
  };
}

const notUtf8: Complaint = {
  rule: 'file.encoding',
  path: '',
  message: fact('The line contains characters that are not in UTF-8. Export the file as UTF-8.'),
};

/** `modification.external_id` as the transaction spells it. */
export function modificationIdOf(transaction: JsonObject): string | undefined {
  const modification = valueAt(transaction, 'modification');
  const id = isJsonObject(modification) ? valueAt(modification, 'external_id') : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The parser's reason, without the position within “line 1” that it adds. */
function reasonOf(thrown: unknown): Said {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return jsonFault(shorten(reason.replace(/ \(line \d+ column \d+\)/, ''), 150));
}

function kindOf(value: unknown): Said {
  if (value === null) return 'null';
  if (Array.isArray(value)) return fact('a list');
  switch (typeof value) {
    case 'string':
      return fact('a text');
    case 'number':
      return fact('a number');
    case 'boolean':
      return fact('a boolean');
    default:
      return fact('an object');
  }
}
