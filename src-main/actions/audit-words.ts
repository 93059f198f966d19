/** @file The outcome of a verification in sentences: what does not hold, what is proven, and what cannot be known. */

import { assertNever } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { number } from '../../src-shared/quantities.ts';
import { type Flaw, type FlawKind, openFlaws, type Proof, unchecked } from '../audit/verification.ts';
import type { ReceiptVerdict } from '../records/verify-receipt.ts';
import type { LedgerVerification, Verification } from '../team/verify-history.ts';

/** @param entry “Entry 7”: the subject of the sentence, which has no full stop yet */
const flawWords: Record<Exclude<FlawKind, 'differs' | 'emptied'>, (entry: string) => string> = {
  changed: (entry) => message('{entry} was changed after it was written', { entry }),
  forged: (entry) =>
    message('{entry} was changed or written without the key of this folder: its seal does not fit', { entry }),
  missing: (entry) => message('{entry} is missing: what follows does not fit what is before it', { entry }),
  'out-of-order': (entry) => message('{entry} is out of order: what it follows is at another position', { entry }),
  'cut-off': (entry) => message('{entry} is missing: the end of the history was cut off', { entry }),
  unsealed: (entry) =>
    message(
      '{entry} was written without a key after the key began: any program that can write into the folder can do that',
      { entry },
    ),
  'another-key': (entry) => message('{entry} is sealed with another key, which is not here', { entry }),
  'never-sealed': (entry) => message('{entry} has no seal, although this folder has a key', { entry }),
  shortened: (entry) =>
    message('{entry} records that Tranship found the history cut off or changed at a start', { entry }),
  altered: (entry) =>
    message('{entry} records that Tranship found the queue changed by another program, and sent nothing of it', {
      entry,
    }),
};

const proofWords: Record<Proof, string> = {
  sealed: 'each was written by a process that had the key, and has not changed',
  covered: 'have not changed since a later entry was sealed; the key does not prove who wrote them',
  linked: 'fit each other; any program that can write into the folder can make them so',
};

function entriesOf(count: number): string {
  return count === 1 ? '1 entry' : `${number(count)} entries`;
}

/** The first entry that does not hold, or any other flaw, as one sentence. */
export function flawInWords(flaw: Flaw): string {
  const { source, reviewed } = flaw;
  const known = source === undefined ? '' : ` (compared with ${source})`;
  const said = reviewed && `; reviewed at ${new Date(reviewed.at).toISOString()}: ${reviewed.reason}`;
  return `${whatIsWrong(flaw)}${known}${said ?? ''}.`;
}

/** Without a full stop. */
function whatIsWrong({ why, from, to, at, kind, queue }: Flaw): string {
  if (why === 'emptied') return message('The history is empty, although this data folder has been used');
  const which =
    from === to
      ? message('Entry {from}', { from: String(from) })
      : message('Entry {from} to {to}', { from: String(from), to: String(to) });
  const what = [kind, at === undefined ? undefined : new Date(at).toISOString()].filter((one) => one !== undefined);
  const entry = what.length === 0 ? which : `${which} (${what.join(', ')})`;
  if (why !== 'differs') return flawWords[why](entry);
  const about = queue?.batch === undefined ? submissionInWords(queue) : batchInWords(queue);
  const fields = queue?.fields.join(', ') ?? '';
  return from === 0
    ? message('No entry tells what the queue says of {about}: {fields}', { about, fields })
    : message('{entry} says something else of {about} than the queue: {fields}', { entry, about, fields });
}

function submissionInWords(queue: Flaw['queue']): string {
  if (queue?.submission === 0) return message('the control figures of the core system');
  return message('submission {submission}', { submission: String(queue?.submission) });
}

function batchInWords(queue: Flaw['queue']): string {
  return message('batch {batch} of submission {submission}', {
    batch: String(queue?.batch),
    submission: String(queue?.submission),
  });
}

/** What a receipt says of the history. */
export function doubtInWords(doubt: Pick<Flaw, 'why' | 'from' | 'to'>): string {
  return flawInWords({ ...doubt, fingerprint: '' });
}

export function verdictInWords({ verdict, chain }: Verification): string {
  const entries = entriesOf(chain.entries);
  switch (verdict) {
    case 'holds':
      return `The history holds: ${entries} verified.`;
    case 'fails':
      return `THE HISTORY DOES NOT HOLD: ${entries} read.`;
    case 'needs-key':
      return `The history cannot be fully verified here: ${entries} read, but some of them are sealed with another key.`;
    case 'needs-ledger':
      return `The history cannot be fully verified here: ${entries} hold, but a team ledger was not compared.`;
  }
}

/** What was found, the first one first. */
export function findingsInWords({ chain, head, anchors, ledgers, settingsDiffer }: Verification): string[] {
  const all = [
    ...openFlaws(chain),
    ...unchecked(chain),
    ...chain.flaws.filter(({ reviewed }) => reviewed !== undefined),
  ];
  const shown = all.slice(0, 20).map(flawInWords);
  const more = all.length - shown.length + chain.unlisted;
  return [
    ...shown,
    ...(more > 0 ? [`${number(more)} more were found.`] : []),
    ...headFlaws[head],
    ...(anchors?.problem === undefined ? [] : [`The anchor file ${anchors.path} cannot be read: ${anchors.problem}`]),
    ...(anchors?.unreadable.map((line) => `Line ${line} of the anchor file cannot be read.`) ?? []),
    ...ledgers.flatMap(ledgerFindings),
    ...(settingsDiffer ? ['The settings for auditing are not those that the history has recorded.'] : []),
  ];
}

/** What a difference to a team ledger can mean. */
function ledgerFindings({ ledger, doubts, problem }: LedgerVerification): string[] {
  if (problem !== undefined) return [`A team ledger was not compared: ${problem}`];
  return doubts.flatMap((doubt) => {
    switch (doubt.kind) {
      case 'lost':
        return `The team ledger ${ledger} has noted entries of the desk ${doubt.desk} (${doubt.person}) that this history does not have: it was cut off or rewritten, the data folder was put back to an earlier state, or two data folders were used as one desk.`;
      case 'returned':
        return `The team ledger ${ledger} has heard two histories of the desk ${doubt.desk} (${doubt.person}) in turn: two data folders are used as one desk, such as two copies of one machine.`;
      case 'copied':
        return `In the team ledger ${ledger}, another desk, ${doubt.desk} (${doubt.person}), began with this history and went its own way: one of the two data folders is a copy or a backup of the other.`;
      case 'forgotten':
        return [];
      default:
        return assertNever(doubt);
    }
  });
}

/** What a team ledger cannot show. */
function ledgerLimits({ ledger, latest, doubts, problem }: LedgerVerification): string[] {
  if (problem !== undefined) return [];
  return [
    ...(doubts.some(({ kind }) => kind === 'forgotten')
      ? [
          `The team ledger ${ledger} does not have what this desk has noted in it: it was restored from a backup, is another one under the same address, or lines of it were removed. That alone is no doubt about this history, and Tranship tells the ledger again what it lacks.`,
        ]
      : []),
    latest === undefined
      ? `The team ledger ${ledger} shows you no note of this history.`
      : `What was added after entry ${latest.position}, which the team ledger ${ledger} noted at ${latest.at}, may be missing, if the whole folder was put back.`,
  ];
}

const headFlaws: Record<Verification['head'], string[]> = {
  kept: [],
  'not-sealed': [],
  'no-key': [],
  removed: ['The head of the history (history-head.json) was removed: its end may be missing.'],
  unreadable: ['The head of the history (history-head.json) cannot be read: its end may be missing.'],
  forged: ['The head of the history (history-head.json) was written without the key of this folder.'],
};

/** The whole outcome as a text for people, with the public key that verifies receipts. */
export function verificationAsText(verification: Verification, publicKey: string | undefined, at: string): string {
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`);
  return [
    `Verification of the history, ${at}`,
    '',
    verdictInWords(verification),
    ...list(findingsInWords(verification)),
    '',
    'What is proven:',
    ...list(proofsInWords(verification)),
    '',
    'What cannot be known:',
    ...list(limitsInWords(verification)),
    '',
    `End of the history: ${headInWords(verification)}`,
    `Public key for receipts: ${publicKey ?? 'none'}`,
    '',
  ].join('\n');
}

function headInWords({ chain: { head } }: Verification): string {
  return head === undefined ? 'it is empty' : `entry ${head.position}, ${head.hash}`;
}

/** What each stretch proves. */
export function proofsInWords({ chain }: Verification): string[] {
  return chain.stretches.map(({ from, to, entries, key, proof }) => {
    const by = key === undefined ? 'without a key' : `key ${key}`;
    return `${from} to ${to} (${entriesOf(entries)}, ${by}): ${proofWords[proof]}.`;
  });
}

/** What cannot be known from this. */
export function limitsInWords({ chain, head, anchors, ledgers }: Verification): string[] {
  const { keyBegan, hasKey } = chain;
  const hasAnchors = anchors !== undefined && anchors.lines > 0;
  return [
    ...(keyBegan === undefined
      ? ['No entry is sealed, so somebody who can write into the folder may have rewritten all of it.']
      : keyBegan.position > 1
        ? [`What is before entry ${keyBegan.position}, where the key began, may have been rewritten before that.`]
        : []),
    ...(hasKey ? [] : ['The seals were not checked: set TRANSHIP_PASSPHRASE, or verify in the window.']),
    ...(head === 'no-key' ? ['Whether the end is missing was compared with no sealed head.'] : []),
    ...(hasAnchors ? ['What was added after the last anchor may be missing, if the whole folder was put back.'] : []),
    ...ledgers.flatMap(ledgerLimits),
    ...(hasAnchors || ledgers.some(({ latest }) => latest !== undefined)
      ? []
      : [
          'If the whole folder was put back to an earlier state, nothing here shows it. “tranship audit set” names a file or a syslog receiver outside.',
        ]),
    'An entry says which user of the system recorded it, not who sat at the keyboard.',
  ];
}

export function receiptInWords(verdict: ReceiptVerdict): string {
  switch (verdict.kind) {
    case 'holds':
      return 'The receipt holds: every field is as it was signed.';
    case 'not-signed':
      return 'The receipt is not signed. It was made by a process without the key of the folder.';
    case 'forged':
      return 'THE RECEIPT DOES NOT HOLD: its signature is not of this key.';
    case 'another-key':
      return `THE RECEIPT DOES NOT HOLD: it is signed with another key, ${verdict.publicKey}.`;
    case 'changed':
      return `THE RECEIPT DOES NOT HOLD: changed after it was signed: ${verdict.fields.join(', ')}.`;
    case 'queue-differs':
      return `The receipt is as it was signed, but THE QUEUE OF THIS FOLDER SAYS SOMETHING ELSE: another program has changed ${verdict.fields.join(', ')}.`;
    case 'refuted':
      return `THE RECEIPT DOES NOT HOLD: it is as it was signed, but these fields speak against it: ${verdict.fields.join(', ')}.`;
  }
}
