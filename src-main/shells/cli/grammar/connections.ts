/** @file The commands about connections and the network beneath them, and those for when something is wrong with them. */

import { Option } from 'commander';
import {
  addConnection,
  changeCertificate,
  changeSecret,
  changeStoredConnection,
  listConnections,
  removeConnection,
  testConnection,
} from '../commands/connection.ts';
import { diagnose } from '../commands/diagnose.ts';
import { changeAuthorities, changeProxy, showNetwork } from '../commands/network.ts';
import { support } from '../commands/support.ts';
import { type Grammar, noteBelow } from './grammar.ts';

export function declareConnectionCommands({ program, command, run }: Grammar): void {
  const connection = program.command('connection').description('where the service is, and as whom to speak to it');
  command('add <name>', 'store a connection, with what it signs in with', connection)
    .requiredOption('--base-url <address>', 'the base address of the service')
    .requiredOption('--token-url <address>', 'the token endpoint of the tenant')
    .requiredOption('--client-id <id>', 'the application identifier')
    .requiredOption('--scope <scope>', 'the tenant scope, tenant/<tenant-id>')
    .option('--certificate <file>', 'a client certificate, PEM or PFX, in place of a secret or beside it')
    .option('--key <file>', 'the key of the certificate, where it is not in the same file')
    .addHelpText('after', fromWhere('The secret', 'TRANSHIP_CLIENT_SECRET'))
    .addHelpText('after', certificatePassphrase)
    .action((name, options) => run((session) => addConnection(session, name, options), options.json));
  command('list', 'the stored connections', connection).action((options) => run(listConnections, options.json));
  command(
    'test [name]',
    'ask the service something harmless; “tranship diagnose” tells what is wrong',
    connection,
  ).action((name, options) => run((session) => testConnection(session, name), options.json));
  command('remove <name>', 'forget a connection and what it signs in with', connection).action((name, options) =>
    run((session) => removeConnection(session, name), options.json),
  );
  command('change <name>', 'correct a connection; what waits in the queue goes on with it', connection)
    .option('--base-url <address>', 'the base address of the service')
    .option('--token-url <address>', 'the token endpoint of the tenant')
    .option('--client-id <id>', 'the application identifier')
    .option('--scope <scope>', 'the tenant scope, tenant/<tenant-id>')
    .option(
      '--certificate <file>',
      'a client certificate, PEM or PFX; needed again where the token address is on another host',
    )
    .option('--key <file>', 'the key of the certificate, where it is not in the same file')
    .addHelpText(
      'after',
      fromWhere('The secret, needed again where the token address is on another host,', 'TRANSHIP_CLIENT_SECRET'),
    )
    .addHelpText('after', certificatePassphrase)
    .action((name, options) => run((session) => changeStoredConnection(session, name, options), options.json));
  command('secret <name>', 'store another secret; what is in the queue goes on with it', connection)
    .addHelpText('after', fromWhere('The secret', 'TRANSHIP_CLIENT_SECRET'))
    .action((name, options) => run((session) => changeSecret(session, name), options.json));
  command('certificate <name>', 'store another client certificate, or take it away', connection)
    .option('--certificate <file>', 'the client certificate, PEM or PFX')
    .option('--key <file>', 'its key, where it is not in the same file')
    .addOption(new Option('--remove', 'sign in without a certificate').conflicts(['certificate', 'key']))
    .addHelpText('after', certificatePassphrase)
    .action((name, options) => run((session) => changeCertificate(session, name, options), options.json));

  const network = program.command('network').description('the way out of this network: proxy and authorities');
  command('show', 'how it is set', network).action((options) => run(showNetwork, options.json));
  command('proxy', 'set the proxy', network)
    .addOption(new Option('--system', 'what the system or HTTPS_PROXY says').conflicts(['none', 'address']))
    .addOption(new Option('--none', 'no proxy').conflicts('address'))
    .option('--address <url>', 'this proxy, http://host:port or https://host:port')
    .option('--user <name>', 'the name by which the proxy knows you')
    .option('--bypass <hosts>', 'hosts that are reached without the proxy, separated by commas')
    .addHelpText('after', fromWhere('The password of the proxy', 'TRANSHIP_PROXY_PASSWORD'))
    .action((options) => run((session) => changeProxy(session, options), options.json));
  command('authorities [file]', 'trust the certificate authorities in a PEM file, too', network)
    .option('--remove', 'trust only those of the system', false)
    .action((file, options) => run((session) => changeAuthorities(session, file, options), options.json));

  command('diagnose [name]', 'find out what is between this computer and the service, step by step')
    .option('--ask-for-storage', 'ask for an upload address, to learn which host stores the uploads', false)
    .action((name, options) => run((session) => diagnose(session, name, options), options.json));

  command('support', 'write the logs and settings, without anything secret, into a zip for whoever helps')
    .option('--out <file>', 'the zip to write; by default tranship-support-<day>.zip here')
    .action((options) => run((session) => support(session, options), options.json));
}

function fromWhere(what: string, variable: string): string {
  return noteBelow(
    `${what} comes from ${variable} or a prompt; it is stored only where TRANSHIP_PASSPHRASE encrypts it.`,
  );
}

const certificatePassphrase = noteBelow(
  'The passphrase of a certificate comes from TRANSHIP_CERTIFICATE_PASSPHRASE or a prompt.',
);
