/** @file The outcome of a verification in sentences, as facts: what does not hold, what is proven, and what cannot be known. */

import { assertNever } from '../../src-shared/errors.ts';
import { type Fact, fact, type Said } from '../../src-shared/languages/fact.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { type Flaw, type FlawKind, openFlaws, type Proof, unchecked } from '../audit/verification.ts';
import type { ReceiptVerdict } from '../records/verify-receipt.ts';
import type { LedgerVerification, Verification } from '../team/verify-history.ts';

/** @param entry “Entry 7”: the subject of the sentence, which has no full stop yet */
const flawWords: Record<Exclude<FlawKind, 'differs' | 'emptied'>, (entry: Said) => Fact> = {
  changed: (entry) => fact('{entry} was changed after it was written', { entry }),
  forged: (entry) =>
    fact('{entry} was changed or written without the key of this folder: its seal does not fit', { entry }),
  missing: (entry) => fact('{entry} is missing: what follows does not fit what is before it', { entry }),
  'out-of-order': (entry) => fact('{entry} is out of order: what it follows is at another position', { entry }),
  'cut-off': (entry) => fact('{entry} is missing: the end of the history was cut off', { entry }),
  unsealed: (entry) =>
    fact(
      '{entry} was written without a key after the key began: any program that can write into the folder can do that',
      { entry },
    ),
  'another-key': (entry) => fact('{entry} is sealed with another key, which is not here', { entry }),
  'never-sealed': (entry) => fact('{entry} has no seal, although this folder has a key', { entry }),
  shortened: (entry) =>
    fact('{entry} records that Tranship found the history cut off or changed at a start', { entry }),
  altered: (entry) =>
    fact('{entry} records that Tranship found the queue changed by another program, and sent nothing of it', {
      entry,
    }),
};

const proofWords: Record<Proof, Fact> = {
  sealed: fact('each was written by a process that had the key, and has not changed'),
  covered: fact('have not changed since a later entry was sealed; the key does not prove who wrote them'),
  linked: fact('fit each other; any program that can write into the folder can make them so'),
};

const entriesOf = (count: number): Fact => fact('{count, plural, one {# entry} other {# entries}}', { count });

/** The first entry that does not hold, or any other flaw, as one sentence. */
export function flawInWords(flaw: Flaw): Fact {
  const { source, reviewed } = flaw;
  const problem = whatIsWrong(flaw);
  const known = source === undefined ? problem : fact('{problem} (compared with {source})', { problem, source });
  if (reviewed === undefined) return fact('{problem}.', { problem: known });
  const { reason, at } = reviewed;
  return fact('{problem}; reviewed at {at}: {reason}.', { problem: known, at: new Date(at).toISOString(), reason });
}

/** Without a full stop. */
function whatIsWrong({ why, from, to, at, kind, queue }: Flaw): Fact {
  if (why === 'emptied') return fact('The history is empty, although this data folder has been used');
  const which =
    from === to
      ? fact('Entry {from}', { from: String(from) })
      : fact('Entry {from} to {to}', { from: String(from), to: String(to) });
  const what = [kind, at === undefined ? undefined : new Date(at).toISOString()].filter((one) => one !== undefined);
  const entry = what.length === 0 ? which : fact('{entry} ({what})', { entry: which, what: what.join(', ') });
  if (why !== 'differs') return flawWords[why](entry);
  const about = queue?.batch === undefined ? submissionInWords(queue) : batchInWords(queue);
  const fields = queue?.fields.join(', ') ?? '';
  return from === 0
    ? fact('No entry tells what the queue says of {about}: {fields}', { about, fields })
    : fact('{entry} says something else of {about} than the queue: {fields}', { entry, about, fields });
}

function submissionInWords(queue: Flaw['queue']): Fact {
  if (queue?.submission === 0) return fact('the control figures of the core system');
  return fact('submission {submission}', { submission: String(queue?.submission) });
}

function batchInWords(queue: Flaw['queue']): Fact {
  return fact('batch {batch} of submission {submission}', {
    batch: String(queue?.batch),
    submission: String(queue?.submission),
  });
}

/** What a receipt says of the history. */
export function doubtInWords(doubt: Pick<Flaw, 'why' | 'from' | 'to'>): Fact {
  return flawInWords({ ...doubt, fingerprint: '' });
}

export function verdictInWords({ verdict, chain }: Verification): Fact {
  const entries = entriesOf(chain.entries);
  switch (verdict) {
    case 'holds':
      return fact('The history holds: {entries} verified.', { entries });
    case 'fails':
      return fact('THE HISTORY DOES NOT HOLD: {entries} read.', { entries });
    case 'needs-key':
      return fact(
        'The history cannot be fully verified here: {entries} read, but some of them are sealed with another key.',
        { entries },
      );
    case 'needs-ledger':
      return fact('The history cannot be fully verified here: {entries} hold, but a team ledger was not compared.', {
        entries,
      });
  }
}

/** What was found, the first one first. */
export function findingsInWords({ chain, head, anchors, ledgers, settingsDiffer }: Verification): Fact[] {
  const all = [
    ...openFlaws(chain),
    ...unchecked(chain),
    ...chain.flaws.filter(({ reviewed }) => reviewed !== undefined),
  ];
  const shown = all.slice(0, 20).map(flawInWords);
  const more = all.length - shown.length + chain.unlisted;
  return [
    ...shown,
    ...(more > 0 ? [fact('{more, number} more were found.', { more })] : []),
    ...headFlaws[head],
    ...(anchors?.problem === undefined
      ? []
      : [fact('The anchor file {path} cannot be read: {problem}', { path: anchors.path, problem: anchors.problem })]),
    ...(anchors?.unreadable.map((line) =>
      fact('Line {line} of the anchor file cannot be read.', { line: String(line) }),
    ) ?? []),
    ...ledgers.flatMap(ledgerFindings),
    ...(settingsDiffer ? [fact('The settings for auditing are not those that the history has recorded.')] : []),
  ];
}

/** What a difference to a team ledger can mean. */
function ledgerFindings({ ledger, doubts, problem }: LedgerVerification): Fact[] {
  if (problem !== undefined) return [fact('A team ledger was not compared: {problem}', { problem })];
  return doubts.flatMap((doubt) => {
    switch (doubt.kind) {
      case 'lost':
        return fact(
          'The team ledger {ledger} has noted entries of the desk {desk} ({person}) that this history does not have: it was cut off or rewritten, the data folder was put back to an earlier state, or two data folders were used as one desk.',
          { ledger, desk: doubt.desk, person: doubt.person },
        );
      case 'returned':
        return fact(
          'The team ledger {ledger} has heard two histories of the desk {desk} ({person}) in turn: two data folders are used as one desk, such as two copies of one machine.',
          { ledger, desk: doubt.desk, person: doubt.person },
        );
      case 'copied':
        return fact(
          'In the team ledger {ledger}, another desk, {desk} ({person}), began with this history and went its own way: one of the two data folders is a copy or a backup of the other.',
          { ledger, desk: doubt.desk, person: doubt.person },
        );
      case 'forgotten':
        return [];
      default:
        return assertNever(doubt);
    }
  });
}

/** What a team ledger cannot show. */
function ledgerLimits({ ledger, latest, doubts, problem }: LedgerVerification): Fact[] {
  if (problem !== undefined) return [];
  return [
    ...(doubts.some(({ kind }) => kind === 'forgotten')
      ? [
          fact(
            'The team ledger {ledger} does not have what this desk has noted in it: it was restored from a backup, is another one under the same address, or lines of it were removed. That alone is no doubt about this history, and Tranship tells the ledger again what it lacks.',
            { ledger },
          ),
        ]
      : []),
    latest === undefined
      ? fact('The team ledger {ledger} shows you no note of this history.', { ledger })
      : fact(
          'What was added after entry {position}, which the team ledger {ledger} noted at {at}, may be missing, if the whole folder was put back.',
          { position: String(latest.position), ledger, at: latest.at },
        ),
  ];
}

const headFlaws: Record<Verification['head'], Fact[]> = {
  kept: [],
  'not-sealed': [],
  'no-key': [],
  removed: [
    fact('The head of the history ({file}) was removed: its end may be missing.', { file: 'history-head.json' }),
  ],
  unreadable: [
    fact('The head of the history ({file}) cannot be read: its end may be missing.', { file: 'history-head.json' }),
  ],
  forged: [
    fact('The head of the history ({file}) was written without the key of this folder.', { file: 'history-head.json' }),
  ],
};

/** The whole outcome as a text for people, with the public key that verifies receipts. */
export function verificationAsText(verification: Verification, publicKey: string | undefined, at: string): string {
  const list = (items: readonly Fact[]) => items.map((item) => `- ${inWords(item)}`);
  return [
    message('Verification of the history, {at}', { at }),
    '',
    inWords(verdictInWords(verification)),
    ...list(findingsInWords(verification)),
    '',
    message('What is proven:'),
    ...list(proofsInWords(verification)),
    '',
    message('What cannot be known:'),
    ...list(limitsInWords(verification)),
    '',
    message('End of the history: {head}', { head: headInWords(verification) }),
    message('Public key for receipts: {key}', { key: publicKey ?? fact('none') }),
    '',
  ].join('\n');
}

function headInWords({ chain: { head } }: Verification): Fact {
  return head === undefined
    ? fact('it is empty')
    : fact('entry {position}, {hash}', { position: String(head.position), hash: head.hash });
}

/** What each stretch proves. */
export function proofsInWords({ chain }: Verification): Fact[] {
  return chain.stretches.map(({ from, to, entries, key, proof }) =>
    fact('{from} to {to} ({entries}, {by}): {proof}.', {
      from: String(from),
      to: String(to),
      entries: entriesOf(entries),
      by: key === undefined ? fact('without a key') : fact('key {key}', { key }),
      proof: proofWords[proof],
    }),
  );
}

/** What cannot be known from this. */
export function limitsInWords({ chain, head, anchors, ledgers }: Verification): Fact[] {
  const { keyBegan, hasKey } = chain;
  const hasAnchors = anchors !== undefined && anchors.lines > 0;
  const limits: Fact[] = [];
  if (keyBegan === undefined)
    limits.push(fact('No entry is sealed, so somebody who can write into the folder may have rewritten all of it.'));
  else if (keyBegan.position > 1)
    limits.push(
      fact('What is before entry {position}, where the key began, may have been rewritten before that.', {
        position: String(keyBegan.position),
      }),
    );
  if (!hasKey)
    limits.push(
      fact('The seals were not checked: set {variable}, or verify in the window.', { variable: 'TRANSHIP_PASSPHRASE' }),
    );
  if (head === 'no-key') limits.push(fact('Whether the end is missing was compared with no sealed head.'));
  if (hasAnchors)
    limits.push(fact('What was added after the last anchor may be missing, if the whole folder was put back.'));
  limits.push(...ledgers.flatMap(ledgerLimits));
  if (!hasAnchors && ledgers.every(({ latest }) => latest === undefined))
    limits.push(
      fact(
        'If the whole folder was put back to an earlier state, nothing here shows it. “tranship audit set” names a file or a syslog receiver outside.',
      ),
    );
  limits.push(fact('An entry says which user of the system recorded it, not who sat at the keyboard.'));
  return limits;
}

export function receiptInWords(verdict: ReceiptVerdict): Fact {
  switch (verdict.kind) {
    case 'holds':
      return fact('The receipt holds: every field is as it was signed.');
    case 'not-signed':
      return fact('The receipt is not signed. It was made by a process without the key of the folder.');
    case 'forged':
      return fact('THE RECEIPT DOES NOT HOLD: its signature is not of this key.');
    case 'another-key':
      return fact('THE RECEIPT DOES NOT HOLD: it is signed with another key, {key}.', { key: verdict.publicKey });
    case 'changed':
      return fact('THE RECEIPT DOES NOT HOLD: changed after it was signed: {fields}.', {
        fields: verdict.fields.join(', '),
      });
    case 'queue-differs':
      return fact(
        'The receipt is as it was signed, but THE QUEUE OF THIS FOLDER SAYS SOMETHING ELSE: another program has changed {fields}.',
        { fields: verdict.fields.join(', ') },
      );
    case 'refuted':
      return fact('THE RECEIPT DOES NOT HOLD: it is as it was signed, but these fields speak against it: {fields}.', {
        fields: verdict.fields.join(', '),
      });
  }
}
