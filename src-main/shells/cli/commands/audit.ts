/** @file `tranship audit …`: whether the history and a receipt hold, and what is noted of them outside of the folder. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../../../src-shared/errors.ts';
import {
  findingsInWords,
  flawInWords,
  limitsInWords,
  proofsInWords,
  receiptInWords,
  verdictInWords,
} from '../../../actions/audit-words.ts';
import { type AuditSettings, readAuditSettings } from '../../../audit/audit-settings.ts';
import { readPublicKey } from '../../../audit/history-key.ts';
import { readSyslogAddress } from '../../../audit/syslog-message.ts';
import { openFlaws, unchecked } from '../../../audit/verification.ts';
import { toFileError } from '../../../ground/files/file-errors.ts';
import { receiptIn, verifyReceipt } from '../../../records/verify-receipt.ts';
import { verifyHistory } from '../../../team/verify-history.ts';
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
  if (key !== undefined) throw usageError('--key needs --receipt: a public key verifies receipts.');
  const { output, folder } = session;
  const historyKey = await session.historyKey();
  const settings = session.settings();
  const ledgers = await session.notedHistories();
  const verification = await session.readStoreDuring(
    async (store) =>
      await verifyHistory({
        ...{ store, folder, ledgers, key: historyKey, mustBeSealed: session.hasKeyring() },
        settings: readAuditSettings(settings),
        ...(anchorFile !== undefined && { anchorCopy: resolve(anchorFile) }),
      }),
  );
  output.say(verdictInWords(verification));
  for (const words of findingsInWords(verification)) output.sayBeside('  ', words);
  const proofs = proofsInWords(verification);
  if (proofs.length > 0) output.say('What is proven:');
  for (const words of proofs) output.sayBeside('  ', words);
  output.say('What cannot be known:');
  for (const words of limitsInWords(verification)) output.sayBeside('  ', words);
  const { verdict, chain } = verification;
  const first = [...openFlaws(chain), ...unchecked(chain)][0];
  output.emit('summary', {
    ...verification,
    ...(first !== undefined && { first: { ...first, words: flawInWords(first) } }),
    findings: findingsInWords(verification),
    cannotKnow: limitsInWords(verification),
  });
  if (verdict === 'holds') return exitCodes.done;
  return verdict === 'fails' ? exitCodes.refused : exitCodes.connection;
}

async function verifyReceiptFile(session: Session, path: string, key: string | undefined): Promise<ExitCode> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  const receipt = receiptIn(text);
  if (receipt === undefined) throw usageError(`${path} is not a receipt of Tranship.`);
  if (key !== undefined && readPublicKey(key) === undefined) {
    throw usageError('The public key is not one: copy the one that “tranship audit key” prints.');
  }
  // On another machine there is only the key that the auditor was given.
  const verdict = key === undefined ? await verifyWithFolder(session, receipt) : verifyReceipt(receipt, key.trim());
  session.output.say(receiptInWords(verdict));
  session.output.emit('summary', { verdict: verdict.kind, ...verdict, words: receiptInWords(verdict) });
  return verdict.kind === 'holds' ? exitCodes.done : exitCodes.refused;
}

async function verifyWithFolder(session: Session, receipt: object) {
  const { publicKey } = await neededKey(session);
  return session.readStore((store) => verifyReceipt(receipt, publicKey, store));
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
  const { output, folder } = session;
  return await session.withApp('audit review', async (app, settings) => {
    const { key } = app.auditing.author;
    if (key === undefined) throw new AppError('audit.no-key', {});
    const ledgers = await session.notedHistories();
    const { chain } = await verifyHistory({
      ...{ store: app.store, folder, key, ledgers, mustBeSealed: false },
      settings: readAuditSettings(settings),
    });
    const flaws = [...openFlaws(chain), ...unchecked(chain)];
    if (flaws.length === 0) output.say('There is nothing to review.');
    else app.auditing.review({ flaws: flaws.map(({ fingerprint }) => fingerprint), reason });
    for (const flaw of flaws) output.sayBeside('  ', flawInWords(flaw));
    if (flaws.length > 0) output.say('Reviewed; the history keeps the reason.');
    output.emit('summary', { reviewed: flaws });
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
    throw usageError('Name --anchor-file, --syslog, or one with --no-.');
  if (typeof syslog === 'string' && readSyslogAddress(syslog) === undefined) {
    throw usageError(
      'The address of the receiver is syslog://host:port, syslogs://host:port or syslog+udp://host:port.',
    );
  }
  return await session.withApp('audit set', async (app) => {
    const before = app.auditing.settings;
    app.auditing.change({
      anchorFile: anchorFile === undefined ? before.anchorFile : anchorFile ? resolve(anchorFile) : undefined,
      syslog: syslog === undefined ? before.syslog : syslog || undefined,
    });
    tell(session, app.auditing.settings);
    return exitCodes.done;
  });
}

function tell({ output }: Session, { anchorFile, syslog }: AuditSettings): void {
  output.say(`Anchor file: ${anchorFile ?? 'none'}.`);
  output.say(`Syslog: ${syslog ?? 'none'}.`);
  output.emit('summary', { anchorFile, syslog });
}
