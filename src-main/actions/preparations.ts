/** @file The commands that prepare exports, step by step. */

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SendOptions } from '../../src-shared/contract.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { inWorkFolder } from '../exports/work-area.ts';
import { earlierIds } from '../prepare/earlier-ids.ts';
import { originsOfPrepared } from '../prepare/manifest-files.ts';
import type { Sending } from '../prepare/preparation-plan.ts';
import { previewRows } from '../templates/preview.ts';
import { templateProblems } from '../templates/template-problems.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { preparationShown, previewShown, sampledRows, savedShown, shownName, valuesOf } from './preparation-rows.ts';
import { preparingCommands } from './preparing.ts';
import { sendingSpeed } from './sending-speed.ts';
import { requireUsable } from './templates.ts';

type PreparationCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `preparations.${string}`>>;
type Ports = Pick<CommandPorts, 'app' | 'offered' | 'settings' | 'shell' | 'signal' | 'tell'>;

export function preparationCommands(ports: Ports): PreparationCommands {
  const { app, offered, settings, shell } = ports;
  const { preparations } = app;
  const onSaved = (path: string) => app.recordSecurity({ kind: 'exported', what: 'prepared', path });
  return {
    'preparations.list': () =>
      preparations.unfinished().map(({ record, isInterrupted }) => ({
        ...{ id: record.id, startedAt: record.startedAt, added: [], name: shownName(record.sources) },
        isInterrupted: isInterrupted || record.saving !== undefined,
        ...(record.saved !== undefined && { saved: savedShown(record.saved) }),
      })),
    'preparations.begin': ({ offers }) => {
      return { id: preparations.begin(offers.map((offer) => offered.sourceOf(offer))) };
    },
    'preparations.get': ({ id }) => preparationShown(preparations.get(id), bytesOf),
    'preparations.read': async ({ id, reading }) => await preparations.read(id, reading),
    'preparations.choose': async ({ id, leftOut }) => await preparations.choose(id, leftOut),
    'preparations.useTemplate': async ({ id, template }) => await preparations.useTemplate(id, template),
    'preparations.keep': ({ id, draft }) => preparations.keep(id, draft),
    'preparations.preview': ({ id, template, table, rows: numbers }) => {
      const { examined } = preparations.get(id);
      if (examined === undefined) return [];
      const { columns, rows } = sampledRows(examined, table, numbers);
      const [problem] = templateProblems(template);
      if (problem !== undefined) return rows.map(({ number }) => unusable(number, problem));
      return previewRows(template, columns, rows, settings.ruleSet, Date.now()).map(previewShown);
    },
    'preparations.values': ({ id, columns }) => {
      const { examined } = preparations.get(id);
      return examined === undefined ? [] : valuesOf(examined, columns);
    },
    'preparations.plan': async ({ id, draft, connection = connectionOfPlan(ports) }) => {
      requireUsable(draft.template);
      const { ruleSet } = settings;
      const sending = sendingOver(ports, connection);
      await preparations.plan(id, { draft, ruleSet, sending, earlier: earlierOver(ports, connection) });
    },
    'preparations.prepare': async ({ id, draft, options }) => {
      requireUsable(draft.template);
      const { ruleSet } = settings;
      settings.change({ sending: options });
      const earlier = earlierOver(ports, options.connection);
      await preparations.prepare(id, { draft, options, ruleSet, earlier, add: adding(ports, options, ruleSet) });
    },
    'preparations.save': async ({ id, draft, continues }) => {
      requireUsable(draft.template);
      const asks = !continues && shell.chooseFolder !== undefined;
      const chosen = asks ? await shell.chooseFolder?.('save') : undefined;
      if (asks && chosen === undefined) return { isBegun: false };
      const earlier = earlierOver(ports, connectionOfPlan(ports));
      await preparations.save(id, { draft, chosen, continues, ruleSet: settings.ruleSet, earlier, onSaved });
      return { isBegun: true };
    },
    'preparations.cancel': async ({ id }) => await preparations.cancel(id),
    'preparations.discard': async ({ id }) => await preparations.discard(id),
    ...preparingCommands({
      ...ports,
      ...{ templates: app.templates, ruleSet: () => settings.ruleSet, onSaved },
      sourceOf: (offer) => offered.sourceOf(offer),
      before: async ({ connection = connectionOfPlan(ports) }) => ({
        earlier: await earlierOver(ports, connection)(),
        sending: sendingOver(ports, connection),
      }),
      chooseFolder: async () => await shell.chooseFolder?.('save'),
      inWorkFolder,
    }),
  };
}

/** Adds a finished file; one that was added before the app was closed stays as it is. */
function adding({ app }: Ports, { connection: name, ...choices }: Omit<SendOptions, 'forTeam'>, ruleSet: RuleSet) {
  const connection = app.services.connection(name);
  return async (file: { path: string; name: string }) => {
    const before = app.queue.standings().find(({ submission }) => submission.content === file.path);
    if (before !== undefined) return before.submission.id;
    const prepared = await originsOfPrepared(dirname(file.path), file.name);
    const added = await app.queue.add({
      ...file,
      ...(prepared !== undefined && { prepared }),
      connection: name,
      destination: destinationOf(connection),
      // In the window, a person is present to decide.
      options: { ...choices, ...app.confirmation(connection), onUnknown: 'ask', ruleSet },
    });
    return added.id;
  };
}

/** The connection that is chosen for sending; undefined where there is none yet. */
function connectionOfPlan({ settings }: Ports): string | undefined {
  const { connection } = settings.all.sending;
  return connection === '' ? undefined : connection;
}

/** How it would be sent over the connection. */
function sendingOver({ app, settings }: Ports, connection: string | undefined): Sending {
  const { maxBatchBytes } = settings.all.sending;
  if (connection === undefined) return { speed: undefined, maxBatchBytes };
  return { speed: sendingSpeed(app, destinationOf(app.services.connection(connection))), maxBatchBytes };
}

/** What went over the connection before; over all of them without one. */
function earlierOver({ app: { services, store, idIndexes: indexes, keepsIds } }: Ports, name: string | undefined) {
  const connection = name === undefined ? undefined : { name, destination: destinationOf(services.connection(name)) };
  return () => earlierIds({ store, indexes, keepsIds, connection });
}

const unusable = (row: number, message: string) => ({
  number: row,
  isLeftOut: false,
  findings: [{ line: row, rule: 'map.value', severity: 'error' as const, path: pathIn(message), message }],
});

/** The field that a problem of a template names first, such as “fields.payment_type: …”. */
function pathIn(message: string): string {
  return /^fields\.([a-z_.]+):/.exec(message)?.[1] ?? '';
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
