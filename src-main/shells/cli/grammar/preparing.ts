/** @file The commands that make files for the service of what another system exported. */

import { fact } from '../../../../src-shared/languages/fact.ts';
import { takingPatterns } from '../file-patterns.ts';
import { noteBelow } from '../help.ts';
import { forceOption, type Grammar, ruleSetOption } from './grammar.ts';
import { collect, prepareSplit, versionNumber, workerCount } from './values.ts';

const fromPrepare = () => import('../commands/prepare.ts');

const fromTemplate = () => import('../commands/template.ts');

export function declareAtOnceCommands({ program, command, run }: Grammar): void {
  takingPatterns(
    command(
      'prepare <export...>',
      'make files for the service of exports of other systems: files, folders, or - for standard input',
    ),
  )
    .option(
      '--template <template>',
      'how the exports become transactions: a file (JSON), or the name of a stored template; by default the stored one with their look',
    )
    .option(
      '--take-changes',
      'use the template with the new names of columns, and with what the export says in place of those that have gone, as the window does',
      false,
    )
    .option('--out <folder>', 'the folder for the files; new, empty, or with an unfinished preparation')
    .option('--name <name>', 'what the names of the files begin with; by default the name of the first export')
    .option(
      '--split <how>',
      'size:500MB, count:100000, day, country or country:target; by default as large as a batch may be',
      prepareSplit,
    )
    .option('--keep-payments', 'keep all lines of a payment_external_id in one file', false)
    .option('--plan', 'write nothing: only say what would come of it', false)
    .option(
      '--connection <name>',
      'compare with what went over this connection before; by default with what went over any',
    )
    .option('--leave-out-processed', 'leave out transactions that went over the connection before', false)
    .option('--control <file>', 'the figures of the source system (CSV or JSON), to be compared')
    .option('--expect <figure>', 'a figure of the source system, such as EUR=123.45:200; may be repeated', collect, [])
    .option(
      '--set <field=value>',
      'give a field the same value in each transaction, such as receiver.unknown.risk_assessment=LOW; may be repeated',
      collect,
      [],
    )
    .option(
      '--reading <key=value>',
      'read the exports in another way than the template says; may be repeated',
      collect,
      [],
    )
    .option(
      '--only <pattern>',
      "of folders and archives, take only files with such a name: '2025/*.csv', 'konten*'; may be repeated",
      collect,
      [],
    )
    .option('--propose <file>', 'without a template: write a proposal for one to this file')
    .option(...forceOption)
    .option(...ruleSetOption)
    .option(
      '--workers <count>',
      'threads that turn rows into lines; by default as many as there are cores, at most 4',
      workerCount,
    )
    .addHelpText(
      'after',
      noteBelow(fact('What --reading takes, for the formats that have it:'), {
        format: fact('delimited, json, xlsx, parquet, xml, iso20022 or swift, where it is not that of the template'),
        encoding: fact('utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15, iso-8859-2 or cp437'),
        delimiter: fact('a comma, a semicolon, a pipe, or tab'),
        headerRow: fact('the row with the names of the columns; 0: there is none'),
        list: fact('in JSON, the path of the list, such as /export/transactions'),
        element: fact('in XML, the path of the element that repeats'),
        sheet: fact('the name of a sheet; may be repeated'),
      }),
    )
    .action((exports, options) =>
      run(async (session) => (await fromPrepare()).prepareExports(session, exports, options), options.json),
    );

  const template = program.command('template').description('manage the stored templates of preparations');
  command('list', 'list the stored templates', template).action((options) =>
    run(async (session) => (await fromTemplate()).listTemplates(session), options.json),
  );
  command('show <name>', 'print a stored template', template)
    .option('--former <version>', 'what it was before, as “tranship template versions” numbers it', versionNumber)
    .action((name, options) =>
      run(async (session) => (await fromTemplate()).showTemplate(session, name, options), options.json),
    );
  command('versions <name>', 'list what a stored template was and is, and who has changed what', template).action(
    (name, options) => run(async (session) => (await fromTemplate()).listVersions(session, name), options.json),
  );
  command('restore <name> <version>', 'make a stored template again what it was', template).action(
    (name, version, options) =>
      run(
        async (session) => (await fromTemplate()).goBackToVersion(session, name, versionNumber(version)),
        options.json,
      ),
  );
  command('import <file>', 'store a template of a file (JSON) under its name', template).action((file, options) =>
    run(async (session) => (await fromTemplate()).importTemplate(session, file), options.json),
  );
  command('export <name>', 'write a stored template to a file', template)
    .requiredOption('--out <file>', 'the new file')
    .option(...forceOption)
    .action((name, options) =>
      run(async (session) => (await fromTemplate()).exportTemplate(session, name, options), options.json),
    );
  command('rename <name> <to>', 'give a stored template another name', template).action((name, to, options) =>
    run(async (session) => (await fromTemplate()).renameTemplate(session, name, to), options.json),
  );
  command('copy <name>', 'store a copy of a stored template, to be changed', template).action((name, options) =>
    run(async (session) => (await fromTemplate()).copyTemplate(session, name), options.json),
  );
  command('remove <name>', 'remove a stored template', template).action((name, options) =>
    run(async (session) => (await fromTemplate()).removeTemplate(session, name), options.json),
  );
}
