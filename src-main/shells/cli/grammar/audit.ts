/** @file The commands about what the history proves. */

import type { Grammar } from './grammar.ts';
import { reason } from './values.ts';

const fromAudit = () => import('../commands/audit.ts');

export function declareAuditCommands({ program, command, run }: Grammar): void {
  const audit = program.command('audit').description('verify the history and receipts, and note them outside');
  command('verify', 'verify the whole history, or one receipt', audit)
    .option('--receipt <file>', 'verify this receipt instead')
    .option('--key <public-key>', 'the public key of the folder that issued the receipt, on another machine')
    .option('--anchor-file <file>', 'compare the history with this copy of the anchor file')
    .action((options) => run(async (session) => (await fromAudit()).verify(session, options), options.json));
  command('key', 'print the public key that verifies receipts', audit).action((options) =>
    run(async (session) => (await fromAudit()).showKey(session), options.json),
  );
  command('review', 'record that a person has looked at what the verification finds', audit)
    .requiredOption('--reason <text>', 'what came of it; the history keeps it', reason)
    .action((options) => run(async (session) => (await fromAudit()).review(session, options), options.json));
  command('show', 'show what is noted outside of the data folder', audit).action((options) =>
    run(async (session) => (await fromAudit()).showAudit(session), options.json),
  );
  command('set', 'set what is noted outside of the data folder', audit)
    .option('--anchor-file <file>', 'append the end of the history to this file, which may be on a share')
    .option('--no-anchor-file', 'no longer append to a file')
    .option('--syslog <address>', 'forward security events to syslog://host:port, syslogs:// (TLS) or syslog+udp://')
    .option('--no-syslog', 'no longer forward')
    .action((options) => run(async (session) => (await fromAudit()).setAudit(session, options), options.json));
}
