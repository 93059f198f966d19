/** @file What the history proves, and what is noted of it outside: read from the data folder, also beside an app; a review is the app's. */

import { resolve } from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { readAuditSettings } from '../audit/audit-settings.ts';
import { readPublicKey } from '../audit/history-key.ts';
import { readSyslogAddress } from '../audit/syslog-message.ts';
import { type Flaw, openFlaws, unchecked } from '../audit/verification.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import { receiptIn, verifyReceipt } from '../records/verify-receipt.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { type HistoryQuestion, type Verification, verifyHistory } from '../team/verify-history.ts';
import {
  findingsInWords,
  flawInWords,
  limitsInWords,
  proofsInWords,
  receiptInWords,
  verdictInWords,
} from './audit-words.ts';
import { refused } from './contract-server.ts';
import type { CommandHandlers, CommandPorts, Shell } from './ports.ts';

export { readAuditSettings } from '../audit/audit-settings.ts';

type AuditCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `audit.${string}`>>;
type Ports = Pick<CommandPorts, 'app'>;

export function auditCommands({ app: { auditing } }: Ports): AuditCommands {
  return {
    'audit.review': async ({ reason }) => {
      if (auditing.author.key === undefined) throw new AppError('audit.no-key', {});
      const flaws = unsettled(await auditing.verify());
      if (flaws.length > 0) auditing.review({ flaws: flaws.map(({ fingerprint }) => fingerprint), reason });
      return { reviewed: flaws.map(withWords) };
    },
    'audit.change': ({ anchors, syslog }) => {
      if (syslog !== undefined && syslog !== 'none' && readSyslogAddress(syslog) === undefined)
        throw refused(
          fact('The address of the receiver is {tcp}, {tls} or {udp}.', {
            tcp: 'syslog://host:port',
            tls: 'syslogs://host:port',
            udp: 'syslog+udp://host:port',
          }),
        );
      const before = auditing.settings;
      if (anchors !== undefined || syslog !== undefined)
        auditing.change({
          anchorFile: anchors === 'none' ? undefined : before.anchorFile,
          syslog: syslog === 'none' ? undefined : (syslog ?? before.syslog),
        });
      return auditing.settings;
    },
  };
}

/** The person chooses to which file the end of the history is appended from now on; it may be there already. */
export async function chooseAnchorFile({ app, shell }: Ports & { shell: Pick<Shell, 'save'> }) {
  const saved = await shell.save('tranship-anchors.jsonl', async () => {});
  if (saved.kind === 'saved') app.auditing.change({ ...app.auditing.settings, anchorFile: saved.path });
  return saved;
}

interface FolderQuestion extends Omit<HistoryQuestion, 'settings' | 'anchorCopy'> {
  settings: SettingsFile;
  /** A copy of the anchor file to compare with. */
  anchorFile?: string | undefined;
}

/** The outcome for programs, and what proves it in words. */
export async function verification({ settings, anchorFile, ...question }: FolderQuestion) {
  const found = await verifyHistory({
    ...question,
    settings: readAuditSettings(settings),
    ...(anchorFile !== undefined && { anchorCopy: resolve(anchorFile) }),
  });
  const [first] = unsettled(found);
  return {
    told: {
      ...found,
      ...(first !== undefined && { first: withWords(first) }),
      findings: findingsInWords(found),
      cannotKnow: limitsInWords(found),
    },
    verdict: verdictInWords(found),
    proofs: proofsInWords(found),
  };
}

/**
 * What a receipt proves to a reader who has the public key of the folder that issued it.
 * @param store its history, where it is there @throws AppError usage.invalid
 */
export function receiptVerdict(text: string, path: string, publicKey: string, store?: QueueStore) {
  const receipt = receiptIn(text);
  if (receipt === undefined) throw refused(fact('{path} is not a receipt of Tranship.', { path }));
  if (readPublicKey(publicKey) === undefined)
    throw refused(fact('The public key is not one: copy the one that “tranship audit key” prints.'));
  const verdict = verifyReceipt(receipt, publicKey.trim(), store);
  return { verdict: verdict.kind, ...verdict, words: receiptInWords(verdict) };
}

const unsettled = ({ chain }: Verification): Flaw[] => [...openFlaws(chain), ...unchecked(chain)];

const withWords = (flaw: Flaw) => ({ ...flaw, words: flawInWords(flaw) });
