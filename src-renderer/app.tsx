/** @file The window's content: the page named by the address, in the frame that all pages share. */

import { useEffect, useLayoutEffect, useRef } from 'react';
import { assertNever } from '../src-shared/errors.ts';
import { AddFilesDialog } from './add-files/add-files-dialog.tsx';
import { ChooseFilesButton } from './add-files/choose-files-button.tsx';
import { DropTarget } from './add-files/drop-target.tsx';
import { SendCheckedDialog } from './add-files/send-checked-dialog.tsx';
import { useAppInfo } from './app-info.ts';
import { useBridge } from './bridge-context.ts';
import { isDialogOpen } from './dialog.tsx';
import { TroubleBoundary } from './errors/trouble-boundary.tsx';
import { isKeyboardFree } from './focus-page.ts';
import { Frame } from './frame/frame.tsx';
import { latePage } from './late-page.tsx';
import { notifyInBrowser } from './notifications/browser-notifications.ts';
import { leadTo } from './notifications/lead-to.ts';
import { CommandPalette } from './palette/command-palette.tsx';
import { OutcomeNote } from './palette/outcome-note.tsx';
import { usePerform } from './palette/use-perform.ts';
import { QueuePage } from './queue/queue-page.tsx';
import { UndoBar } from './queue/undo-bar.tsx';
import { queueRoute } from './queue/use-queue-address.ts';
import { SubmissionReceipt } from './receipts/submission-receipt.tsx';
import { addressOf } from './routes.ts';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { StepDialog } from './steps/step-dialog.tsx';
import { useConnections, useQueue, useStores } from './stores.ts';
import { lineEditorTexts } from './texts/line-editor.ts';
import { overviewTexts } from './texts/overview.ts';
import { preparationTexts } from './texts/preparing.ts';
import { statementTexts } from './texts/statement.ts';
import { Tour } from './tour/tour-card.tsx';
import { goTo, useRoute } from './use-route.ts';
import { whenIdle } from './when-idle.ts';

const submission = latePage(async () => (await import('./submission/submission-page.tsx')).SubmissionPage);
const history = latePage(async () => (await import('./history/history-page.tsx')).HistoryPage);
const transactions = latePage(async () => (await import('./transactions/transactions-page.tsx')).TransactionsPage);
const rules = latePage(async () => (await import('./rules/rules-page.tsx')).RulesPage);
const observability = latePage(async () => (await import('./observability/observability-page.tsx')).ObservabilityPage);
const connectionsPage = latePage(async () => (await import('./connections/connections-page.tsx')).ConnectionsPage);
const settings = latePage(async () => (await import('./settings/settings-page.tsx')).SettingsPage);
const team = latePage(async () => (await import('./team/team-page.tsx')).TeamPage);
/** The most likely next, in this order; loaded when the page is idle, one after another. */
const soonNeeded = [submission, connectionsPage, settings, history, transactions, rules, observability];

/** With its editor, with its charts, and with the preparation of exports: too much for what is rarely needed. */
const line = latePage(async () => (await import('./line-editor/line-page.tsx')).LinePage, lineEditorTexts.loading);
const correct = latePage(async () => (await import('./correcting/correct-page.tsx')).CorrectPage);
const overview = latePage(
  async () => (await import('./overview/overview-page.tsx')).OverviewPage,
  overviewTexts.loading,
);
const statement = latePage(
  async () => (await import('./statement/statement-page.tsx')).StatementPage,
  statementTexts.loading,
);
const prepare = latePage(
  async () => (await import('./preparing/prepare-page.tsx')).PreparePage,
  preparationTexts.loading,
);

export function App() {
  useApp();
  useShortcuts();
  useSoonNeeded();
  const route = useRoute();
  const hasConnection = useConnections(({ connections }) => (connections?.length ?? 0) > 0);
  // Files are checked without a connection, too; before the first, the first start offers it.
  const hasFiles = useQueue(({ list }) => (list?.rows.size ?? 0) > 0);
  return (
    <>
      {/* Other pages have a main button of their own. */}
      <Frame
        actions={
          (hasConnection || hasFiles) && <ChooseFilesButton variant={route.page === 'queue' ? 'filled' : 'default'} />
        }
        notes={
          <>
            <UndoBar />
            <OutcomeNote />
          </>
        }
      >
        <TroubleBoundary shown={addressOf(route)}>
          <CurrentPage />
        </TroubleBoundary>
      </Frame>
      <DropTarget />
      <AddFilesDialog />
      <StepDialog />
      <SendCheckedDialog />
      <SubmissionReceipt />
      <Tour />
      <CommandPalette />
      <ShortcutsDialog />
    </>
  );
}

function CurrentPage() {
  const route = useRoute();
  switch (route.page) {
    case 'queue':
      return <QueuePage />;
    case 'submission':
      if (route.isCorrected === true) return <correct.Page key={route.id} id={route.id} line={route.line} />;
      return route.line === undefined ? (
        <submission.Page key={route.id} id={route.id} />
      ) : (
        <line.Page id={route.id} line={route.line} />
      );
    case 'prepare':
      return <prepare.Page of={route.of} />;
    case 'overview':
      return route.statement === undefined ? <overview.Page /> : <statement.Page place={route.statement} />;
    case 'history':
      return <history.Page />;
    case 'transactions':
      return <transactions.Page from={route.from} />;
    case 'rules':
      return <rules.Page after={route.after} />;
    case 'observability':
      return <observability.Page />;
    case 'connections':
      return <connectionsPage.Page />;
    case 'team':
      return <team.Page offer={route.offer} view={route.view} />;
    case 'settings':
      return <settings.Page section={route.section} />;
    default:
      return assertNever(route);
  }
}

/** Loads the pages that are likely to be shown next, so that they appear at once. */
function useSoonNeeded(): void {
  const isLoaded = useQueue(({ list }) => list?.older === 0);
  useEffect(() => {
    if (isLoaded) loadNext(soonNeeded);
  }, [isLoaded]);
}

function loadNext([next, ...others]: readonly Pick<(typeof soonNeeded)[number], 'load'>[]): void {
  if (next === undefined) return;
  // What could not be loaded is tried again when it is shown.
  const goOn = () => loadNext(others);
  whenIdle(() => void next.load().then(goOn, goOn));
}

/** Follows the events of the app. */
function useApp(): void {
  const bridge = useBridge();
  const stores = useStores();
  const { connections, addFiles, palette, queueView } = stores;
  const route = useRoute();
  const { page } = route;
  useEffect(() => bridge.on['files.offered'](addFiles.getState().take), [bridge, addFiles]);
  useEffect(() => bridge.on['files.reading'](({ reading }) => addFiles.setState({ reading })), [bridge, addFiles]);
  useEffect(
    () => bridge.on['page.show'](({ page }) => goTo(page === 'queue' ? queueRoute(queueView.getState()) : { page })),
    [bridge, queueView],
  );
  useEffect(() => bridge.on['submission.show'](({ ids }) => leadTo(stores, ids)), [bridge, stores]);
  const { shell } = useAppInfo();
  useEffect(() => (shell === 'browser' ? notifyInBrowser(bridge, stores) : undefined), [bridge, stores, shell]);
  const perform = usePerform();
  const latest = useRef(perform);
  latest.current = perform;
  useEffect(
    () =>
      bridge.on['command.run'](({ command }) => {
        // A dialog that is open comes first.
        if (isDialogOpen()) return;
        if (command === 'show-commands') palette.getState().show('commands');
        else void latest.current({ kind: 'window', command });
      }),
    [bridge, palette],
  );
  // What had the focus is gone with the page it stood on.
  const shown = route.page === 'submission' ? `${page} ${route.id} ${route.isCorrected === true}` : page;
  const seen = useRef(shown);
  const before = useRef(route);
  // A page begins at its top, not where the last one was scrolled to; what it leads to is brought into sight after this.
  useLayoutEffect(() => {
    if (seen.current !== shown) document.getElementById('page')?.scrollTo({ top: 0, behavior: 'instant' });
  }, [shown]);
  useEffect(() => {
    const place = document.getElementById('page');
    // The page itself may have led the focus to what the person came for.
    if (seen.current !== shown && place?.contains(document.activeElement) !== true)
      place?.focus({ preventScroll: true });
    const { current: from } = before;
    const isBack = route.page === 'queue' && from.page === 'submission' && queueView.getState().sought === undefined;
    if (isBack && isKeyboardFree()) queueView.getState().comeBack(from.id);
    seen.current = shown;
    before.current = route;
  }, [shown, route, queueView]);
  // Another page may have changed the connections.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page triggers this.
  useEffect(() => void connections.getState().refresh(), [connections, page]);
}
