/** @file Which commands of the contract the command line calls; for each of the others, why not. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CommandName, commandNames } from '../../../src-shared/channels.ts';

/** What only a window has, by the reason. */
const ofTheWindow: Record<string, readonly CommandName[]> = {
  'A call says by itself what the person must be told.': ['app.confirmNotice'],
  'Transactions are in files; one is typed only in a window.': ['transaction.send'],
  'A form is judged while a person fills it in.': [
    ...(['connections.judge', 'ruleSet.judge', 'transaction.check', 'team.sharing', 'rules.wait'] as const),
  ],
  'A list or a page is shown piece by piece, and the most urgent first.': [
    ...(['queue.older', 'history.choices', 'history.overview'] as const),
    ...(['submission.groups', 'submission.findings', 'submission.place', 'submission.line'] as const),
  ],
  'A person picks files in a dialog, and can think better of it.': [
    ...(['files.choose', 'files.stopReading', 'files.look', 'team.stopComparing'] as const),
  ],
  'A call saves the page of a receipt or a statement, and a browser shows it.': ['receipt.page', 'statement.page'],
  'The receipt has what became of the lines.': ['submission.account'],
  'Lines are corrected by hand in an editor.': [
    ...([
      'edits.list',
      'edits.line',
      'edits.check',
      'edits.save',
      'edits.explain',
      'edits.undo',
      'edits.undoAll',
    ] as const),
  ],
  'Faults are corrected value by value on a page, where each change is judged at once; a call names its steps in a recipe.':
    [...(['edits.corrected', 'edits.payments', 'edits.turns', 'edits.keepTurns'] as const)],
  'A draft is changed step by step until it fits; a call does all of it in one (preparations.run).': [
    ...(['preparations.list', 'preparations.begin', 'preparations.get', 'preparations.read'] as const),
    ...(['preparations.choose', 'preparations.useTemplate', 'preparations.keep', 'preparations.preview'] as const),
    ...(['preparations.values', 'preparations.plan', 'preparations.prepare', 'preparations.save'] as const),
    ...([
      'preparations.goBack',
      'preparations.cancel',
      'preparations.discard',
      'preparations.reopen',
      'preparations.beginRefused',
      'templates.keep',
    ] as const),
    ...(['ruleSet.try', 'ruleSet.stopTrial'] as const),
  ],
  'A file is offered for release from where it lies, and needs no place in the queue.': [
    ...(['team.ofSubmission', 'team.offerSubmission'] as const),
  ],
  'A call names its rules by a file.': ['ruleSet.get'],
  'What is only stored is shown without the app, which need not be there, by the same functions.': ['connections.list'],
  'A page of one submission, or of one report; a call prints what is in the queue, and saves the report.': [
    ...(['submission.details', 'batch.report', 'queue.summary'] as const),
  ],
  'A file that was only checked is kept in the window; a call checks one and keeps nothing, or sends it at once.': [
    ...(['files.check', 'queue.send'] as const),
  ],
  'The key of a folder is replaced only by a person at the window.': ['keyStore.tryAgain', 'keyStore.replaceKey'],
  'The app updates itself where a window is installed.': [
    ...(['updates.state', 'updates.turn', 'updates.ask', 'updates.install'] as const),
  ],
  'It starts a service within the app; “tranship practice” is one by itself.': ['practice.start'],
};

/** What the command line lacks so far. */
const missing: readonly CommandName[] = ['connections.observe'];

it('Each command of the contract is called by the command line, or is missing there for a reason', () => {
  const called = commandNames.filter((name) => calls.has(name));
  const others = [...Object.values(ofTheWindow).flat(), ...missing];
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
