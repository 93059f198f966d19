/** @file Which commands of the contract the command line calls; for each of the others, why not. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CommandName, commandNames } from '../../../src-shared/channels.ts';

/** What only a window has, by the reason. */
const ofTheWindow: Record<string, readonly CommandName[]> = {
  'A call says by itself what the person must be told.': ['app.confirmNotice'],
  'Transactions are in files; one is typed only in a window.': ['transaction.send'],
  'A form is judged while a person fills it in.': ['connections.judge', 'ruleSet.judge', 'transaction.check'],
  'A list or a page is shown piece by piece, and the most urgent first.': [
    ...(['queue.older', 'history.choices', 'history.overview'] as const),
    ...(['submission.groups', 'submission.findings', 'submission.place', 'submission.line'] as const),
  ],
  'A person picks files in a dialog, and can think better of it.': ['files.choose', 'files.stopReading'],
  'Lines are corrected by hand in an editor.': [
    ...(['edits.list', 'edits.line', 'edits.check', 'edits.save', 'edits.undo', 'edits.undoAll'] as const),
  ],
  'A draft is changed step by step until it fits.': [
    ...(['preparations.list', 'preparations.begin', 'preparations.get', 'preparations.read'] as const),
    ...(['preparations.choose', 'preparations.useTemplate', 'preparations.keep', 'preparations.preview'] as const),
    ...([
      'preparations.values',
      'preparations.cancel',
      'preparations.discard',
      'ruleSet.try',
      'ruleSet.stopTrial',
    ] as const),
  ],
  'The app updates itself where a window is installed.': [
    ...(['updates.state', 'updates.turn', 'updates.ask', 'updates.install'] as const),
  ],
  'It starts a service within the app; “tranship practice” is one by itself.': ['practice.start'],
};

/** What the command line still does in its own way. Take out what it no longer does; add nothing. */
const inItsOwnWay: readonly CommandName[] = [
  ...(['batch.report', 'connections.list', 'connections.observe', 'connections.ledger'] as const),
  ...(['connections.changeLedger', 'files.check', 'queue.send', 'queue.summary'] as const),
  ...(['preparations.plan', 'preparations.prepare', 'preparations.save', 'ruleSet.get', 'rules.list'] as const),
  ...(['rules.wait', 'submission.details', 'submission.correct', 'submission.suggestSteps'] as const),
  ...(['team.ledgers', 'team.sharing', 'team.find', 'team.offers', 'team.offer', 'team.compare'] as const),
  ...(['team.stopComparing', 'team.decide', 'team.ofSubmission', 'team.offerSubmission', 'team.history'] as const),
  ...(['templates.keep', 'templates.rename', 'templates.copy', 'templates.remove'] as const),
  ...(['templates.import'] as const),
];

it('Each command of the contract is called by the command line, or is missing there for a reason', () => {
  const called = commandNames.filter((name) => calls.has(name));
  const others = [...Object.values(ofTheWindow).flat(), ...inItsOwnWay];
  expect([...called, ...others].sort()).toEqual([...commandNames].sort());
});

const folder = join(import.meta.dirname, '../../../src-main/shells/cli');
const sources = globSync('**/*.ts', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
const calls = new Set(sources.flatMap(callsIn));

/** Also of a name that ends in an action of the queue, and of what is saved. */
function callsIn(source: string): string[] {
  const actions = ['pause', 'resume', 'retry', 'cancel', 'remove', 'restore'].map((action) => `queue.${action}`);
  return [
    ...[...source.matchAll(/'(\w+\.\w+)'/g)].map(([, name = '']) => name),
    ...(/`queue\.\$\{action\}`/.test(source) ? actions : []),
    ...(/\.save\(\{/.test(source) ? ['files.save'] : []),
  ];
}
