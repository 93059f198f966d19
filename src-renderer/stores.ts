/** @file The stores of the page as a React context, and a hook for each. */

import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../src-preload/bridge.ts';
import { type AddFilesStore, createAddFilesStore } from './add-files/add-files-store.ts';
import { chooseOneFile } from './add-files/ask-for-files.ts';
import { readDrafts, writeDrafts } from './connections/kept-drafts.ts';
import { type ConnectionsStore, createConnectionsStore } from './connections-store.ts';
import { createWorkbenches, type Workbenches } from './correcting/workbench.ts';
import { createLineEditsStore, type LineEditsStore } from './line-edits-store.ts';
import { createLinkStore, type LinkStore, type OnConnection } from './link-store.ts';
import { createPaletteStore, type PaletteStore } from './palette/palette-store.ts';
import { createPreparationStore, type PreparationStore } from './preparing/preparation-store.ts';
import { createListLook, type ListLook } from './queue/list-look.ts';
import { createQueueView, type QueueView } from './queue/queue-view.ts';
import { createReceiptStore, type ReceiptStore } from './receipts/receipt-store.ts';
import { createRuleRunsStore, type RuleRunsStore } from './rule-runs-store.ts';
import { createStepsStore, type StepsStore } from './steps/steps-store.ts';
import { createSubmissionViews, type SubmissionViews } from './submission/submission-view.ts';
import { createTeamStore, type TeamStore } from './team/team-store.ts';
import { createTourStore, type TourStore } from './tour/tour-store.ts';
import { createTransactionStore, type TransactionStore } from './transactions/transaction-store.ts';
import { whenIdle } from './when-idle.ts';
import { createWindowQueue, type WindowQueue } from './window-queue.ts';
import { createWindowUseStore, type WindowUseStore } from './window-use-store.ts';

export interface Stores {
  link: StoreApi<LinkStore>;
  queue: StoreApi<WindowQueue>;
  queueView: StoreApi<QueueView>;
  listLook: StoreApi<ListLook>;
  steps: StoreApi<StepsStore>;
  connections: StoreApi<ConnectionsStore>;
  addFiles: StoreApi<AddFilesStore>;
  transaction: StoreApi<TransactionStore>;
  ruleRuns: StoreApi<RuleRunsStore>;
  team: StoreApi<TeamStore>;
  lineEdits: StoreApi<LineEditsStore>;
  preparation: StoreApi<PreparationStore>;
  submissionViews: StoreApi<SubmissionViews>;
  workbenches: Workbenches;
  palette: StoreApi<PaletteStore>;
  receipt: StoreApi<ReceiptStore>;
  controlTable: StoreApi<ControlTableGiven>;
  tour: StoreApi<TourStore>;
  windowUse: StoreApi<WindowUseStore>;
}

/** A list of the core system that was dropped: it is entered on the page of statements. */
export interface ControlTableGiven {
  given: { text: string; name: string } | undefined;
}

/** All stores, still empty. @param onConnection in a browser, whose connection to the app can break */
export function createStores(bridge: Bridge, onConnection?: OnConnection): Stores {
  const queue = createWindowQueue(bridge, { whenIdle });
  const queueView = createQueueView(() => {
    const rows = queue.getState().list?.rows;
    return rows && [...rows.keys()].reduce((newest, id) => Math.max(newest, id), 0);
  });
  const connections = createConnectionsStore(bridge, readDrafts(sessionStorage));
  // A page that is loaded again begins where a person stopped.
  connections.subscribe(({ drafts }, before) => {
    if (drafts !== before.drafts) writeDrafts(sessionStorage, drafts);
  });
  const windowUse = createWindowUseStore(bridge);
  const lineEdits = createLineEditsStore(bridge, (line) =>
    queue.getState().withdraw(({ code, params }) => code === 'edit.no-reason' && params['line'] === line),
  );
  return {
    link: createLinkStore(onConnection),
    queue,
    queueView,
    listLook: createListLook(bridge),
    steps: createStepsStore(bridge, queue, queueView, () => chooseOneFile(bridge)),
    connections,
    addFiles: createAddFilesStore(bridge, (problems) => queue.getState().complain(problems)),
    transaction: createTransactionStore(bridge, (connection) => connections.getState().ask(connection)),
    ruleRuns: createRuleRunsStore(bridge),
    team: createTeamStore(bridge),
    lineEdits,
    preparation: createPreparationStore(bridge),
    submissionViews: createSubmissionViews(),
    workbenches: createWorkbenches({ bridge, lineEdits, now: Date.now }),
    palette: createPaletteStore(),
    receipt: createReceiptStore(),
    controlTable: createStore(() => ({ given: undefined })),
    tour: createTourStore(windowUse),
    windowUse,
  };
}

export const StoresContext = createContext<Stores | undefined>(undefined);

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (stores === undefined) throw new Error('There are no stores above this component.');
  return stores;
}

export const useIsConnected = (): boolean => useStore(useStores().link, ({ isConnected }) => isConnected);

export const useQueue = <Part>(select: (state: WindowQueue) => Part): Part => useStore(useStores().queue, select);

export const useQueueView = <Part>(select: (state: QueueView) => Part): Part => useStore(useStores().queueView, select);

export const useListLook = <Part>(select: (state: ListLook) => Part): Part => useStore(useStores().listLook, select);

export const useStepsStore = <Part>(select: (state: StepsStore) => Part): Part => useStore(useStores().steps, select);

export const useConnections = <Part>(select: (state: ConnectionsStore) => Part): Part =>
  useStore(useStores().connections, select);

export const useAddFiles = <Part>(select: (state: AddFilesStore) => Part): Part =>
  useStore(useStores().addFiles, select);

export const useTransaction = <Part>(select: (state: TransactionStore) => Part): Part =>
  useStore(useStores().transaction, select);

export const useRuleRuns = <Part>(select: (state: RuleRunsStore) => Part): Part =>
  useStore(useStores().ruleRuns, select);

export const useTeam = <Part>(select: (state: TeamStore) => Part): Part => useStore(useStores().team, select);

export const useLineEdits = <Part>(select: (state: LineEditsStore) => Part): Part =>
  useStore(useStores().lineEdits, select);

export const usePreparation = <Part>(select: (state: PreparationStore) => Part): Part =>
  useStore(useStores().preparation, select);

export const useSubmissionViews = <Part>(select: (state: SubmissionViews) => Part): Part =>
  useStore(useStores().submissionViews, select);

export const usePalette = <Part>(select: (state: PaletteStore) => Part): Part => useStore(useStores().palette, select);

export const useTour = <Part>(select: (state: TourStore) => Part): Part => useStore(useStores().tour, select);

export const useWindowUse = <Part>(select: (state: WindowUseStore) => Part): Part =>
  useStore(useStores().windowUse, select);
