/** @file The texts of the rule set: its form, its JSON, and what it would change. */

import type { RuleChange, RuleSetProblem, RuleSetTrial, RuleSeverity } from '../../src-shared/contract.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { ruleName } from '../../src-shared/rule-words.ts';
import type { MainParty } from '../settings/rule-set/rule-set-text.ts';
import { size } from '../wording.ts';

export const ruleSetTexts = {
  title: message('Rules of the check'),
  hint: message(
    'How severe a rule is, which fields are required, which values are allowed. Nothing is kept before you have seen what it changes. It applies to files that you add from then on.',
  ),
  views: { form: message('Form'), json: message('JSON') },
  label: message('Rule set (JSON)'),
  example: '{\n  "severities": { "field.implausible": "off" },\n  "mainEntity": "sender"\n}',

  mainParty: message('Main entity'),
  mainPartyHint: message('It must be known in your client system.'),
  mainParties: {
    either: message('Sender or receiver: at least one of them is known'),
    sender: message('The sender'),
    receiver: message('The receiver'),
  } satisfies Record<MainParty, string>,

  severity: message('Severity'),
  severityHint: message('A file with an error waits for your decision. A warning is only shown.'),
  severities: {
    error: message('Error'),
    warning: message('Warning'),
    off: message('Off'),
  } satisfies Record<RuleSeverity, string>,
  usual: (severity: RuleSeverity) => message('{severity} (as usual)', { severity: ruleSetTexts.severities[severity] }),
  fixedBy: {
    service: message('The service rejects this itself.'),
    app: message('There would be nothing to send.'),
  },

  required: message('Required fields'),
  requiredHint: message('A field inside an optional object is asked for only where that object is given.'),
  allowed: message('Allowed values'),
  allowedHint: message('Any value where nothing is listed. Separate values by commas or Enter.'),

  state: {
    default: message('The default rules are in use.'),
    own: message('Your own rules are in use.'),
    changed: message('Changed, and not in use yet.'),
  },
  problemAt: ({ at, problem }: RuleSetProblem) =>
    at.length === 0 ? inWords(problem) : message('{place}: {problem}', { place: at.join(' › '), problem }),
};

export const trialTexts = {
  running: message('Checking your last file with both rule sets…'),
  stop: message('Stop'),
  stopped: message('Stopped. What these rules change is not known.'),
  noFile: message('No file that was checked is still there, so what these rules change cannot be shown.'),
  keep: message('Use these rules'),
  keepAnyway: message('Use them without knowing'),
  back: message('Go back'),
  nothing: (trial: RuleSetTrial) =>
    message('Nothing changes in {fileName}: every line is judged as before.', { fileName: trial.fileName }),
  /** Which lines were checked. */
  scope: ({ fileName, bytes, checkedBytes, lines, isCut }: RuleSetTrial): string => {
    if (isCut)
      return message(
        'Compared: the first {lines, plural, one {line} other {{lines, number} lines}} of {fileName}, since there are very many findings.',
        { lines, fileName },
      );
    if (checkedBytes < bytes)
      return message(
        'Checked: the first {part} of {fileName} ({whole}), {lines, plural, one {# line} other {{lines, number} lines}}.',
        { part: size(checkedBytes), whole: size(bytes), fileName, lines },
      );
    return message('Checked: all {lines, plural, one {# line} other {{lines, number} lines}} of {fileName}.', {
      lines,
      fileName,
    });
  },
  faulty: message('Lines with errors'),
  warned: message('Lines with warnings only'),
  before: message('Now'),
  after: message('With these rules'),
  /** One change of one rule, as a sentence. */
  change: ({ rule, from, to, lines }: RuleChange): string => {
    const values = { lines, rule: ruleName(rule) };
    switch (`${from} ${to}` as const) {
      case 'error warning':
        return message(
          '{lines, plural, one {# line that is an error now becomes a warning} other {{lines, number} lines that are errors now become warnings}}: {rule}',
          values,
        );
      case 'warning error':
        return message(
          '{lines, plural, one {# line that is a warning now becomes an error} other {{lines, number} lines that are warnings now become errors}}: {rule}',
          values,
        );
      case 'error nothing':
        return message('{lines, plural, one {# error} other {{lines, number} errors}} fewer: {rule}', values);
      case 'warning nothing':
        return message('{lines, plural, one {# warning} other {{lines, number} warnings}} fewer: {rule}', values);
      case 'nothing error':
        return message('{lines, plural, one {# new error} other {{lines, number} new errors}}: {rule}', values);
      case 'nothing warning':
        return message('{lines, plural, one {# new warning} other {{lines, number} new warnings}}: {rule}', values);
      default:
        return ruleName(rule);
    }
  },
  example: (line: number, words: string) =>
    line === 0 ? words : message('Line {line, number}: {words}', { line, words }),
  loweredTitle: message('The service rejects more than these rules say'),
  lowered: (rules: readonly string[]) =>
    message('It rejects lines with these faults, no matter what the check says: {rules}.', {
      rules: rules.map(ruleName).join(', '),
    }),
};
