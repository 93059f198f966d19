/** @file The commands about the team ledger: what is offered for release, and what a person decides about it. */

import { sharingOver } from '../team/team-sharing.ts';
import { shownName } from './file-name.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';

type TeamCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `team.${string}`>>;

export function teamCommands({
  app,
  offered,
  settings,
  team,
  tell,
}: Pick<CommandPorts, 'app' | 'offered' | 'settings' | 'team' | 'tell'>): TeamCommands {
  return {
    'team.ledgers': () => team.ledgers(),
    'team.sharing': async ({ connection }) => (await sharingOver(app.team, connection)).way,
    'team.find': async ({ ledger, id }) => {
      const { places, ...found } = await team.find(ledger, id.trim());
      return { ...found, places: places.map((place) => ({ ...place, fileName: shownName(place.fileName) })) };
    },
    'team.offers': async ({ ledger, ...asked }) => await team.offers(ledger, asked),
    'team.offer': async (wanted) => await team.details(wanted),
    'team.compare': async ({ copy, ...wanted }) =>
      await offered.use(copy, async ({ path, name = path }) => {
        const own = { path, name, ruleSet: settings.ruleSet };
        return await team.compare(wanted, own, ({ bytes: read, totalBytes: whole }) =>
          tell('team.comparing', { read, whole }),
        );
      }),
    'team.stopComparing': () => team.stopComparing(),
    'team.decide': async ({ outcome, reason, ...wanted }) => await team.decide(wanted, { outcome, reason }),
    'team.history': async ({ ledger, filter, ...page }) => await team.history(ledger, filter, page),
    'team.ofSubmission': async ({ id }) => await team.ofSubmission(id),
    'team.offerSubmission': async ({ id, ...wish }) => await team.offerSubmission(id, wish),
  };
}
