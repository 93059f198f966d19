/** @file The commands of the team ledger. */

import { InvalidArgumentError, Option } from 'commander';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { teamRoles } from '../../../../src-shared/team-roles.ts';
import { takingPatterns } from '../file-patterns.ts';
import { noteBelow } from '../help.ts';
import { connectionOption, type Grammar, ruleSetOption } from './grammar.ts';
import { day, reason, wholeNumber } from './values.ts';

const fromTeam = () => import('../commands/team.ts');
const fromParts = () => import('../commands/team-parts.ts');
const fromPackages = () => import('../commands/team-packages.ts');
const fromFind = () => import('../commands/team-find.ts');
const fromHistory = () => import('../commands/team-history.ts');
const fromOffers = () => import('../commands/team-offers.ts');

const offerNumber = (text: string): number => wholeNumber(text, 1);

function login(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError(message('The login of a person is needed.'));
  return text.trim();
}

const roleOption = (flags: string, description: string) => new Option(flags, description).choices(teamRoles);

const ADDRESS_NOTE = noteBelow(
  fact(
    'The ledger is a PostgreSQL database, named by TRANSHIP_LEDGER: postgresql://PERSON@HOST:PORT/DATABASE; without that, it is the ledger of the connections here. The password comes from TRANSHIP_LEDGER_PASSWORD or a prompt; TRANSHIP_LEDGER_AUTHORITY is the file of its certificate authority.',
  ),
);

const PASSPHRASE_NOTE = noteBelow(
  fact(
    'The passphrase of the package comes from TRANSHIP_PACKAGE_PASSPHRASE or a prompt. Tell it by another way than that of the package.',
  ),
);

export function declareTeamCommands({ program, command, run, runAlone }: Grammar): void {
  const team = program
    .command('team')
    .description('one ledger for several desks: what one person offers, another releases')
    .addHelpText('after', ADDRESS_NOTE);
  declareLedgerCommands({ team, command, run });
  declarePartsCommand({ team, command, run });
  declareOfferCommands({ team, command, run });
  declarePackageCommands({ team, command, run, runAlone });
  declareTeamHistory({ team, command, run });
  declareTeamFind({ team, command, run });
}

type TeamGrammar = Pick<Grammar, 'command' | 'run'> & { team: Grammar['program'] };

function declareLedgerCommands({ team, command, run }: TeamGrammar): void {
  command('init', 'set up the ledger in an empty database, as its owner', team)
    .requiredOption('--administrator <person>', 'the login that gives roles to the others', login)
    .action((options) => run(async (session) => (await fromTeam()).init(session, options), options.json));
  command('status', 'show the ledger, which roles you have in it, and whether it requires a release', team).action(
    (options) => run(async (session) => (await fromTeam()).status(session), options.json),
  );
  command('roles', 'show who has which role; as an administrator, give or withdraw one', team)
    .addOption(roleOption('--give <role>', 'give this role').conflicts('withdraw'))
    .option('--to <person>', 'the login that gets it', login)
    .addOption(roleOption('--withdraw <role>', 'withdraw this role'))
    .option('--from <person>', 'the login that loses it', login)
    .option('--all', 'show also what was withdrawn', false)
    .action((options) => run(async (session) => (await fromTeam()).roles(session, options), options.json));
  command('require-release', 'as an administrator, have only what another person has released be sent', team)
    .option('--no-longer', 'end that: this takes a second administrator, who says the same')
    .requiredOption('--reason <text>', 'why; the ledger keeps it', reason)
    .action((options) => run(async (session) => (await fromTeam()).requireRelease(session, options), options.json));
  command('continue', 'have a ledger that was put back wait no longer for desks that do not come back', team)
    .requiredOption('--without <desk...>', 'the desks, by their names or ids as “tranship team status” shows them')
    .requiredOption('--reason <text>', 'why; the ledger keeps it', reason)
    .action((options) => run(async (session) => (await fromTeam()).continueWithout(session, options), options.json));
  command('migrate', 'bring the ledger to the version of this Tranship, as the owner of the database', team).action(
    (options) => run(async (session) => (await fromTeam()).migrate(session), options.json),
  );
}

function declareTeamHistory({ team, command, run }: TeamGrammar): void {
  command('history', 'show who did what at which desk, as far as you may see it; the latest last', team)
    .option('--desk <name>', 'only at this computer, or the desk with this id')
    .option('--person <person>', 'only what this login did', login)
    .option('--since <date>', 'only from this day on (2026-11-20), from midnight here', (text) => day(text).from)
    .option('--limit <count>', 'show at most this many, the latest ones', (text) => wholeNumber(text, 1, 100_000), 100)
    .action((options) => run(async (session) => (await fromHistory()).showTeamHistory(session, options), options.json));
}

function declareTeamFind({ team, command, run }: TeamGrammar): void {
  command(
    'find [id...]',
    'tell who of the team sent modification ids: from which desk, when, where to, and in which file; ends with 1 where not all were found',
    team,
  )
    .option('--from <file>', 'a file with one id a line; “-” reads what is piped in')
    .action((ids, options) =>
      run(async (session) => (await fromFind()).findInTeam(session, ids, options), options.json),
    );
}

function declarePartsCommand({ team, command, run }: TeamGrammar): void {
  command('parts', 'list the parts of files that the team sends, and who has each', team).action((options) =>
    run(async (session) => (await fromParts()).parts(session), options.json),
  );
}

function declareOfferCommands({ team, command, run }: TeamGrammar): void {
  takingPatterns(
    command(
      'offer <file...>',
      'check files, or those of a manifest, and offer them to another person for release',
      team,
    ),
  )
    .requiredOption('--reason <text>', 'what it is; the person who decides reads it', reason)
    .option(...connectionOption)
    .option(...ruleSetOption)
    .option('--again', 'also where the same bytes were offered or released before', false)
    .action((files, options) =>
      run(async (session) => (await fromOffers()).offer(session, files, options), options.json),
    );
  command('offers [id]', 'list what is offered, released and refused, or show one offer in full', team).action(
    (id: string | undefined, options) =>
      run(
        async (session) => (await fromOffers()).offers(session, id === undefined ? id : offerNumber(id)),
        options.json,
      ),
  );
  command('release', 'release an offer of another person, once the file proves to be what was offered', team)
    .argument('<id>', 'the number of the offer', offerNumber)
    .option('--file <file>', 'the file that was offered; it is checked here, and its figures are compared')
    .option('--package <package>', 'the sealed package with that file, in its place')
    .requiredOption('--reason <text>', 'why it may be sent; the ledger keeps it', reason)
    .option(...ruleSetOption)
    .action((id, options) => run(async (session) => (await fromOffers()).release(session, id, options), options.json));
  command('refuse', 'refuse an offer of another person', team)
    .argument('<id>', 'the number of the offer', offerNumber)
    .requiredOption('--reason <text>', 'what is wrong with it; the ledger keeps it', reason)
    .action((id, options) => run(async (session) => (await fromOffers()).refuse(session, id, options), options.json));
  command('verify <file>', 'say whether another person has released exactly these bytes for this destination', team)
    .option(...connectionOption)
    .action((file, options) =>
      run(async (session) => (await fromOffers()).verify(session, file, options), options.json),
    );
}

function declarePackageCommands({ team, command, run, runAlone }: TeamGrammar & Pick<Grammar, 'runAlone'>): void {
  command('pack', 'seal a file that was offered, to hand it to the person who decides', team)
    .argument('<id>', 'the number of the offer', offerNumber)
    .requiredOption('--file <file>', 'the file that was offered')
    .requiredOption('--to <package>', 'the package to write, such as november.tranship')
    .option('--manifest <file>', 'the manifest of the preparation; by default, that in the folder of the file')
    .addHelpText('after', PASSPHRASE_NOTE)
    .action((id, options) => run(async (session) => (await fromPackages()).pack(session, id, options), options.json));
  command('unpack <package>', 'open a sealed package, without the ledger', team)
    .requiredOption('--to <folder>', 'where its file goes')
    .addHelpText('after', PASSPHRASE_NOTE)
    .action((path, options) =>
      runAlone(async (call) => (await fromPackages()).unpack(call, path, options), options.json),
    );
}
