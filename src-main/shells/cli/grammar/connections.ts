/** @file The commands about connections and the network beneath them, and those for when something is wrong with them. */

import { Option } from 'commander';
import { type Fact, fact } from '../../../../src-shared/languages/fact.ts';
import { noteBelow } from '../help.ts';
import { forceOption, type Grammar } from './grammar.ts';

const fromConnection = () => import('../commands/connection.ts');
const fromDiagnose = () => import('../commands/diagnose.ts');
const fromLedger = () => import('../commands/connection-ledger.ts');
const fromNetwork = () => import('../commands/network.ts');
const fromPassphrase = () => import('../commands/passphrase.ts');
const fromStorageHosts = () => import('../commands/storage-hosts.ts');
const fromSupport = () => import('../commands/support.ts');

export function declareConnectionCommands({ program, command, run }: Grammar): void {
  const connection = program.command('connection').description('manage the connections to the service');
  command('add <name>', 'store a connection with its secret or certificate', connection)
    .requiredOption('--base-url <address>', 'the base address of the service')
    .requiredOption('--token-url <address>', 'the token endpoint of the tenant')
    .requiredOption('--client-id <id>', 'the application identifier')
    .requiredOption('--scope <scope>', 'the tenant scope, tenant/<tenant-id>')
    .option('--certificate <file>', 'a client certificate, PEM or PFX, instead of a secret or in addition to it')
    .option('--key <file>', 'the key of the certificate, where it is not in the same file')
    .option(...hoursOption)
    .option(...bandwidthOption)
    .addHelpText('after', fromWhere(fact('The secret'), 'TRANSHIP_CLIENT_SECRET'))
    .addHelpText('after', certificatePassphrase)
    .action((name, options) =>
      run(async (session) => (await fromConnection()).addConnection(session, name, options), options.json),
    );
  command('list', 'list the stored connections', connection).action((options) =>
    run(async (session) => (await fromConnection()).listConnections(session), options.json),
  );
  command('test [name]', 'test a connection; “tranship diagnose” finds out what is wrong', connection).action(
    (name, options) => run(async (session) => (await fromConnection()).testConnection(session, name), options.json),
  );
  command('remove <name>', 'remove a connection with its secret and certificate', connection).action((name, options) =>
    run(async (session) => (await fromConnection()).removeConnection(session, name), options.json),
  );
  command('change <name>', 'correct a connection; the queue continues with the new values', connection)
    .option('--base-url <address>', 'the base address of the service')
    .option('--token-url <address>', 'the token endpoint of the tenant')
    .option('--client-id <id>', 'the application identifier')
    .option('--scope <scope>', 'the tenant scope, tenant/<tenant-id>')
    .option('--certificate <file>', 'a client certificate, PEM or PFX; needed again where anything else changes')
    .option('--key <file>', 'the key of the certificate, where it is not in the same file')
    .option(...hoursOption)
    .option(...bandwidthOption)
    .addOption(
      new Option(
        '--report-lines-from <number>',
        'the number of the first line in the reports of the service: 0, 1 or unknown; by itself',
      ).choices(['0', '1', 'unknown']),
    )
    .addHelpText('after', fromWhere(fact('The secret, needed again,'), 'TRANSHIP_CLIENT_SECRET'))
    .addHelpText('after', certificatePassphrase)
    .action((name, options) =>
      run(async (session) => (await fromConnection()).changeStoredConnection(session, name, options), options.json),
    );
  command(
    'confirm <name>',
    'accept a connection that was changed without the key of the data folder',
    connection,
  ).action((name, options) =>
    run(async (session) => (await fromConnection()).confirmConnection(session, name), options.json),
  );
  const several = (value: string, before: string[] = []) => [...before, value];
  command('hosts <name>', 'show or change the storage hosts that the files of a connection may go to', connection)
    .option('--allow <host>', 'also allow this host; may be repeated', several)
    .option('--remove <host>', 'no longer allow this host; may be repeated', several)
    .addOption(new Option('--fix', 'refuse every other host, without asking').conflicts('ask'))
    .option('--ask', 'hold the queue when the service names another host, and ask; the default')
    .addOption(new Option('--private', 'allow hosts in a private network').conflicts('public'))
    .option('--public', 'allow public hosts only; the default')
    .action((name, options) =>
      run(async (session) => (await fromStorageHosts()).storageHosts(session, name, options), options.json),
    );
  command('ledger <name>', 'show or set the team ledger of a connection', connection)
    .option('--address <address>', 'where it is: postgresql://HOST:PORT/DATABASE')
    .option('--person <login>', 'who signs in to it')
    .option('--authority <file>', 'the certificate authority of its server')
    .addOption(new Option('--none', 'it has no ledger').conflicts(['address', 'person', 'authority']))
    .addHelpText('after', fromWhere(fact('The password'), 'TRANSHIP_LEDGER_PASSWORD'))
    .action((name, options) =>
      run(async (session) => (await fromLedger()).connectionLedger(session, name, options), options.json),
    );
  command('secret <name>', 'replace the secret; the queue continues with the new one', connection)
    .addHelpText('after', fromWhere(fact('The secret'), 'TRANSHIP_CLIENT_SECRET'))
    .action((name, options) =>
      run(async (session) => (await fromConnection()).changeSecret(session, name), options.json),
    );
  command('certificate <name>', 'replace or remove the client certificate', connection)
    .option('--certificate <file>', 'the client certificate, PEM or PFX')
    .option('--key <file>', 'its key, where it is not in the same file')
    .addOption(new Option('--remove', 'sign in without a certificate').conflicts(['certificate', 'key']))
    .addHelpText('after', certificatePassphrase)
    .action((name, options) =>
      run(async (session) => (await fromConnection()).changeCertificate(session, name, options), options.json),
    );

  const network = program.command('network').description('manage the proxy and the certificate authorities');
  command('show', 'show the network settings', network).action((options) =>
    run(async (session) => (await fromNetwork()).showNetwork(session), options.json),
  );
  command('proxy', 'set the proxy', network)
    .addOption(new Option('--system', 'the proxy of the system or of HTTPS_PROXY').conflicts(['none', 'address']))
    .addOption(new Option('--none', 'no proxy').conflicts('address'))
    .option('--address <url>', 'this proxy, http://host:port or https://host:port')
    .option('--user <name>', 'the user name for the proxy')
    .option('--bypass <hosts>', 'hosts that are reached without the proxy, separated by commas')
    .addHelpText('after', fromWhere(fact('The password of the proxy'), 'TRANSHIP_PROXY_PASSWORD'))
    .action((options) => run(async (session) => (await fromNetwork()).changeProxy(session, options), options.json));
  command('authorities [file]', 'also trust the certificate authorities in a PEM file', network)
    .option('--remove', 'trust only those of the system', false)
    .option('--add', 'keep those that were named before', false)
    .option('--hosts <hosts>', 'trust them only for these hosts, such as a.example,*.b.example')
    .action((file, options) =>
      run(async (session) => (await fromNetwork()).changeAuthorities(session, file, options), options.json),
    );

  command('confirm', 'accept network settings that were changed without the key of the data folder', network).action(
    (options) => run(async (session) => (await fromNetwork()).confirmNetwork(session), options.json),
  );

  command('passphrase', 'change the passphrase of the data folder; everything it protects stays')
    .addHelpText('after', fromWhere(fact('The present one'), 'TRANSHIP_PASSPHRASE'))
    .addHelpText('after', fromWhere(fact('The new one'), 'TRANSHIP_NEW_PASSPHRASE'))
    .action((options) => run(async (session) => (await fromPassphrase()).changePassphrase(session), options.json));

  command('diagnose [name]', 'test each step between this computer and the service')
    .option('--ask-for-storage', 'ask for an upload address, to learn which host stores the uploads', false)
    .action((name, options) =>
      run(async (session) => (await fromDiagnose()).diagnose(session, name, options), options.json),
    );

  command('support', 'write the logs and settings, without secrets, to a zip for support')
    .option('--security-log', 'also the security log, which says who worked when', false)
    .option('--out <file>', 'the zip to write; by default tranship-support-<day>.zip here')
    .option(...forceOption)
    .action((options) => run(async (session) => (await fromSupport()).support(session, options), options.json));
}

const hoursOption = [
  '--hours <hours>',
  'when uploads may begin, by the clock of this computer: any, office, night, weekdays, or hours such as "mon-fri 20:00-06:00, month-end 3"',
] as const;
const bandwidthOption = [
  '--bandwidth <limit>',
  'how fast its uploads go together: none, or a limit such as "2 MB/s", also only at some hours: "2 MB/s mon-fri 08:00-18:00"',
] as const;

const fromWhere = (what: Fact, variable: string) =>
  noteBelow(
    fact('{what} comes from {variable} or a prompt; it is stored only where TRANSHIP_PASSPHRASE encrypts it.', {
      what,
      variable,
    }),
  );

const certificatePassphrase = noteBelow(
  fact('The passphrase of a certificate comes from TRANSHIP_CERTIFICATE_PASSPHRASE or a prompt.'),
);
