/** @file What is in a payment message, as people read it everywhere. Pure. */

import { message } from './languages/message.ts';
import type { MessageFacts } from './preparation-shapes.ts';

/** What people call a message that the standard names, such as camt.053; its name for one that is not known here. */
export function messageTitle(name: string): string {
  // Without the version of the standard.
  switch (name.replace(/\.\d{3}\.\d{2}$/, '')) {
    case 'camt.052':
    case 'MT942':
      return message('Account report');
    case 'camt.053':
    case 'MT940':
    case 'MT950':
      return message('Bank statement');
    case 'camt.054':
      return message('Debit and credit notification');
    case 'pain.001':
    case 'MT101':
      return message('Credit transfer order');
    case 'pain.008':
    case 'MT104':
      return message('Direct debit order');
    case 'pacs.008':
    case 'MT102':
      return message('Interbank credit transfer');
    case 'pacs.003':
    case 'MT107':
      return message('Interbank direct debit');
    case 'MT103':
      return message('Credit transfer');
    case 'MT900':
      return message('Confirmation of debit');
    case 'MT910':
      return message('Confirmation of credit');
    default:
      return message('Payment message');
  }
}

/** “Bank statement (camt.053): 3 statements, 1,204 entries, 1,377 transactions, 2 of them not booked.” */
export function messageInWords({ message: name, parts, entries, transactions, notBooked }: MessageFacts): string {
  const contents = [
    partsInWords(name, parts),
    entries !== undefined && message('{count, plural, one {# entry} other {# entries}}', { count: entries }),
    message('{count, plural, one {# transaction} other {# transactions}}', { count: transactions }),
    notBooked !== undefined &&
      message('{count, number} of them not booked', { count: notBooked }, { context: 'transactions of a message' }),
  ].filter((part) => part !== false);
  return `${messageTitle(name)} (${name}): ${contents.join(', ')}.`;
}

function partsInWords(name: string, count: number): string {
  if (name.startsWith('camt.054'))
    return message('{count, plural, one {# notification} other {# notifications}}', { count });
  if (name.startsWith('pain.')) return message('{count, plural, one {# group} other {# groups}}', { count });
  if (/^(?:camt\.053|MT940|MT950)/.test(name))
    return message('{count, plural, one {# statement} other {# statements}}', { count });
  if (/^(?:camt\.052|MT942)/.test(name)) return message('{count, plural, one {# report} other {# reports}}', { count });
  return message('{count, plural, one {# message} other {# messages}}', { count });
}

/** Whether the message agrees with itself; undefined where it states nothing about itself. */
export function agreementInWords({ agreeing, differing }: MessageFacts): string | undefined {
  const count = agreeing + differing;
  if (count === 0) return undefined;
  if (differing > 0)
    return message(
      '{count, plural, one {The figure that it states does} other {{differing, number} of the # figures that it states (counts, sums, balances) {differing, plural, one {does} other {do}}}} not agree with its transactions.',
      { differing, count },
    );
  return message(
    '{count, plural, one {The figure that it states agrees} other {All # figures that it states (counts, sums, balances) agree}} with its transactions.',
    { count },
  );
}
