/**
 * @file The two doors between the queue of this desk and its team: the gate says whether a file may go, the fence whether a
 * batch is still this desk's. They are built before the queue, and follow it once it is open.
 */

import type { RemoteServices } from '../connections/remote-services.ts';
import type { WaysOut } from '../connections/ways-out.ts';
import type { Clock } from '../ground/clock.ts';
import type { Logs } from '../ground/logs/logs.ts';
import type { SettingsFile } from '../ground/settings/settings-file.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import type { OpenedQueue } from '../send/open-queue.ts';
import type { KeptIds } from '../send/sent-before/kept-ids.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Auditing } from './auditing.ts';
import { isLedgerFor } from './ledger-for.ts';
import { LedgerGate } from './ledger-gate.ts';
import { objectionTo } from './shared-file-rules.ts';
import { Sharing } from './sharing/sharing.ts';
import { Team, type TeamPorts } from './team.ts';
import { TeamHistories } from './team-histories.ts';

export interface DoorsPorts extends Omit<TeamPorts, 'onSharing'>, Pick<WaysOut, 'connections' | 'transfer'> {
  settings: SettingsFile;
  clock: Clock;
  policy: PolicyValues;
  ids: KeptIds;
  auditing: Auditing;
  logs: Pick<Logs, 'event'>;
  /** Aborts when the app is closed. */
  closing: AbortSignal;
}

export class Doors {
  readonly team: Team;
  readonly sharing: Sharing;
  readonly #ports: DoorsPorts;

  constructor(ports: DoorsPorts) {
    const { policy, transfer, clock, logs, closing: signal } = ports;
    const team = new Team({
      ...ports,
      onSharing: (ledger, state) => logs.event(state === 'shared' ? 'info' : 'warn', 'team.limits', { ledger, state }),
    });
    this.#ports = ports;
    this.team = team;
    this.sharing = new Sharing({
      clock,
      linkFor: (bound) => team.linkFor(bound),
      uploads: () => transfer.settings.uploadsPerConnection,
      objectionTo: async (file, { bound, ...where }) => {
        const link = team.linkFor(bound);
        return link && (await objectionTo({ file, ...where }, { policy, link, signal }));
      },
      log: ({ code, detail }) => logs.event('warn', 'team.problem', { code, detail }),
    });
  }

  /** What asks the ledgers for a queue that is being opened. */
  gateOf(store: QueueStore, services: RemoteServices): LedgerGate {
    const { ids, clock, policy, connections } = this.#ports;
    const { team } = this;
    return new LedgerGate({
      team,
      indexes: ids.indexes,
      store,
      clock,
      doubt: () => this.#ports.auditing.doubt,
      isReleaseRequired: policy.ledger?.release === 'required',
      isFor: (link, submission) => isLedgerFor(link, submission, { team, services, connections }),
      tellParts: (link, isOwn) => this.sharing.tellAgain(link, isOwn),
      keepsIds: () => ids.isOn,
      onUncompared: (submission) => ids.noteUncompared(submission, 'team'),
    });
  }

  /** Follows the queue that was opened with such a gate, and tells the ledgers what they lack. */
  attach({ store, queue, gate }: Pick<OpenedQueue<LedgerGate>, 'store' | 'queue' | 'gate'>): void {
    const { settings, clock, connections, auditing } = this.#ports;
    const { team } = this;
    this.sharing.attach(queue);
    gate.attach(queue);
    team.onLink((link) => gate.hear(link));
    auditing.tell(
      new TeamHistories({
        team,
        store,
        settings,
        clock,
        connections: () => connections.names(),
        isInDoubt: () => auditing.doubt !== undefined,
        onStrange: (ledger) => auditing.noteStrange(ledger),
        onParted: (ledger) => auditing.noteParted(ledger),
        onFailure: (place, reason) => auditing.noteFailure(place, reason),
      }),
    );
  }
}
