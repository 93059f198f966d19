/** @file `tranship audit …`: whether the history and a receipt hold, and what is noted of them outside of the folder. */

import { resolve } from 'node:path';
import type { AuditSettings } from '../../../../src-shared/contract.ts';
import { AppError } from '../../../../src-shared/errors.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { inWords, message } from '../../../../src-shared/languages/message.ts';
import { readAuditSettings, receiptVerdict, verification } from '../../../actions/audit.ts';
import { largest, readSmall } from '../../../ground/files/small-file.ts';
import { codeInDoubt } from '../doubt.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import type { Session } from '../session.ts';

export interface VerifyOptions {
  receipt?: string;
  key?: string;
  anchorFile?: string;
}

/** Verifies the history, or a receipt; also while another process works on the folder. */
export async function verify(session: Session, { receipt, key, anchorFile }: VerifyOptions): Promise<ExitCode> {
  if (receipt !== undefined) return await verifyReceiptFile(session, receipt, key);
  if (key !== undefined) throw usageError(fact('--key needs --receipt: a public key verifies receipts.'));
  const { output, folder } = session;
  const question = {
    folder,
    anchorFile,
    signal: session.interrupted,
    key: await session.historyKey(),
    mustBeSealed: session.hasKeyring(),
    settings: session.settings(),
    ledgers: await session.notedHistories(),
  };
  const { told, verdict, proofs } = await session.readStoreDuring((store) => verification({ store, ...question }));
  output.say(inWords(verdict));
  for (const words of told.findings) output.sayBeside('  ', inWords(words));
  if (proofs.length > 0) output.say(message('What is proven:'));
  for (const words of proofs) output.sayBeside('  ', inWords(words));
  output.say(message('What cannot be known:'));
  for (const words of told.cannotKnow) output.sayBeside('  ', inWords(words));
  output.emit('summary', told);
  if (told.verdict === 'holds') return codeInDoubt(session, exitCodes.done);
  return told.verdict === 'fails' ? exitCodes.refused : exitCodes.connection;
}

async function verifyReceiptFile(session: Session, path: string, key: string | undefined): Promise<ExitCode> {
  const text = (await readSmall(path, largest.record, session.interrupted)).toString();
  // On another machine there is only the key that the auditor was given.
  const verdict = key === undefined ? await verifyWithFolder(session, text, path) : receiptVerdict(text, path, key);
  session.output.say(inWords(verdict.words));
  session.output.emit('summary', verdict);
  return verdict.kind === 'holds' ? exitCodes.done : exitCodes.refused;
}

async function verifyWithFolder(session: Session, text: string, path: string) {
  const { publicKey } = await neededKey(session);
  return session.readStore((store) => receiptVerdict(text, path, publicKey, store));
}

/** Prints the public key that receipts are verified with. */
export async function showKey(session: Session): Promise<ExitCode> {
  const { publicKey, id } = await neededKey(session);
  session.output.say(publicKey);
  session.output.emit('summary', { publicKey, key: id });
  return exitCodes.done;
}

async function neededKey(session: Session) {
  const key = await session.historyKey();
  if (key === undefined) throw new AppError('audit.no-key', {});
  return key;
}

/** Records that a person has looked at what the verification finds now. */
export async function review(session: Session, { reason }: { reason: string }): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('audit review', async ({ call }) => {
    const { reviewed } = await call('audit.review', { reason });
    if (reviewed.length === 0) output.say(message('There is nothing to review.'));
    for (const { words } of reviewed) output.sayBeside('  ', inWords(words));
    if (reviewed.length > 0) output.say(message('Reviewed; the history keeps the reason.'));
    output.emit('summary', { reviewed });
    return exitCodes.done;
  });
}

/** Shows what is noted outside of the folder; also while another process works on it. */
export function showAudit(session: Session): ExitCode {
  tell(session, readAuditSettings(session.settings()));
  return exitCodes.done;
}

export interface AuditOptions {
  /** False takes it away. */
  anchorFile?: string | false;
  syslog?: string | false;
}

export async function setAudit(session: Session, { anchorFile, syslog }: AuditOptions): Promise<ExitCode> {
  if (anchorFile === undefined && syslog === undefined)
    throw usageError(fact('Name --anchor-file, --syslog, or one with --no-.'));
  return await session.withActions('audit set', async ({ call, save }) => {
    const changed = await call('audit.change', {
      ...(anchorFile === false && { anchors: 'none' as const }),
      ...(syslog !== undefined && { syslog: syslog || 'none' }),
    });
    const file = anchorFile ? resolve(anchorFile) : undefined;
    if (file !== undefined) await save({ kind: 'anchor-file' }, file);
    tell(session, { ...changed, ...(file !== undefined && { anchorFile: file }) });
    return exitCodes.done;
  });
}

function tell({ output }: Session, { anchorFile, syslog }: AuditSettings): void {
  output.say(message('Anchor file: {path}.', { path: anchorFile ?? message('none') }));
  output.say(message('Syslog: {address}.', { address: syslog ?? message('none') }));
  output.emit('summary', { anchorFile, syslog });
}
