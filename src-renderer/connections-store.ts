/** @file The page's copy of the connections: every place that names one shows the kind of its tenant. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../src-preload/bridge.ts';
import type { ConnectionForm, ConnectionRow, Diagnosis, DiagnosisStep } from '../src-shared/contract.ts';
import type { ErrorRecord } from '../src-shared/errors.ts';

/** A diagnosis as far as it has come. */
export interface RunningDiagnosis {
  isRunning: boolean;
  /** The steps that have ended so far. */
  steps: readonly DiagnosisStep[];
  /** The complete text for the help desk; undefined until the diagnosis is done. */
  text: string | undefined;
  error: ErrorRecord | undefined;
  /** When it was done, in ms since the epoch; undefined until then. */
  doneAt: number | undefined;
}

/** What was typed into the form of a connection and not saved. Never with a secret or a certificate. */
export type ConnectionDraft = Pick<ConnectionForm, 'name' | 'kind' | 'baseUrl' | 'tokenUrl' | 'clientId' | 'scope'> & {
  /** The hours and the bandwidth of a new one, as JSON. */
  sending?: string;
};

export interface ConnectionsStore {
  /** Undefined until they are loaded. */
  connections: readonly ConnectionRow[] | undefined;
  /** The name of the connection last used on the pages that ask the service directly. */
  asked: string | undefined;
  /** The last diagnosis of each connection, by name; it stays until the next. */
  diagnoses: ReadonlyMap<string, RunningDiagnosis>;
  /** By the name of the connection whose form it is; an empty one for a new connection. */
  drafts: ReadonlyMap<string, ConnectionDraft>;
  /** Loads them again. */
  refresh(): Promise<void>;
  /** Stores the result of a command. */
  show(connections: readonly ConnectionRow[]): void;
  ask(connection: string): void;
  /** Tests every part of the route to the service; undefined when that could not be done, and the store says why. */
  diagnose(name: string, askForStorage: boolean): Promise<Diagnosis | undefined>;
  /** Keeps what was typed; undefined: nothing is to be kept any more. */
  keepDraft(of: string, draft: ConnectionDraft | undefined): void;
}

const nothing: RunningDiagnosis = {
  isRunning: false,
  steps: [],
  text: undefined,
  error: undefined,
  doneAt: undefined,
};

/** `drafts`: those that were kept before. */
export function createConnectionsStore(
  bridge: Bridge,
  drafts: ReadonlyMap<string, ConnectionDraft> = new Map(),
): StoreApi<ConnectionsStore> {
  return createStore<ConnectionsStore>((set, get) => {
    const note = (name: string, change: Partial<RunningDiagnosis>) => {
      const before = get().diagnoses.get(name) ?? nothing;
      set({ diagnoses: new Map(get().diagnoses).set(name, { ...before, ...change }) });
    };
    bridge.on['connections.changed']((connections) => get().show(connections));
    return {
      connections: undefined,
      asked: undefined,
      diagnoses: new Map(),
      drafts,
      async refresh() {
        const result = await bridge.invoke['connections.list']();
        if (result.ok) get().show(result.value);
      },
      show(connections) {
        // Another connection may get the name of one that was removed, and one that is changed was not diagnosed as it is now.
        const before = new Map(get().connections?.map((row) => [row.name, row]));
        const isKnown = ([name]: [string, unknown]) =>
          connections.some((row) => row.name === name && leadsAlike(row, before.get(name) ?? row));
        set({ connections, diagnoses: new Map([...get().diagnoses].filter(isKnown)) });
      },
      ask: (asked) => set({ asked }),
      async diagnose(name, askForStorage) {
        note(name, { ...nothing, isRunning: true });
        const unsubscribe = bridge.on['diagnosis.stepped']((event) => {
          const { isRunning, steps } = get().diagnoses.get(name) ?? nothing;
          if (event.name === name && isRunning) note(name, { steps: withStep(steps, event.step) });
        });
        const result = await bridge.invoke['connections.diagnose']({ name, askForStorage });
        unsubscribe();
        const done = { isRunning: false, doneAt: Date.now() };
        note(
          name,
          result.ok
            ? { ...done, steps: result.value.steps, text: result.value.text }
            : { ...done, error: result.error },
        );
        // The diagnosis may have signed in.
        await get().refresh();
        return result.ok ? result.value : undefined;
      },
      keepDraft(of, draft) {
        const next = new Map(get().drafts);
        if (draft === undefined) next.delete(of);
        else next.set(of, draft);
        set({ drafts: next });
      },
    };
  });
}

/** A step that is reported twice replaces its earlier version. */
function withStep(steps: readonly DiagnosisStep[], step: DiagnosisStep): DiagnosisStep[] {
  return [...steps.filter((one) => one.step !== step.step), step];
}

function leadsAlike(one: ConnectionRow, other: ConnectionRow): boolean {
  const led = ['baseUrl', 'tokenUrl', 'clientId', 'scope'] as const;
  return led.every((part) => one[part] === other[part]);
}
