/** @file The window's content: the page named by the address, in the frame that all pages share. */

import { lazy, Suspense, useEffect, useRef } from 'react';
import { assertNever } from '../src-shared/errors.ts';
import { AddFilesDialog } from './add-files/add-files-dialog.tsx';
import { ChooseFilesButton } from './add-files/choose-files-button.tsx';
import { DropTarget } from './add-files/drop-target.tsx';
import { useBridge } from './bridge-context.ts';
import { ConnectionsPage } from './connections/connections-page.tsx';
import { Frame } from './frame/frame.tsx';
import { Loading } from './frame/page.tsx';
import { HistoryPage } from './history/history-page.tsx';
import { ObservabilityPage } from './observability/observability-page.tsx';
import { QueuePage } from './queue/queue-page.tsx';
import { UndoBar } from './queue/undo-bar.tsx';
import { RulesPage } from './rules/rules-page.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import { StepDialog } from './steps/step-dialog.tsx';
import { useConnections, useStores } from './stores.ts';
import { SubmissionPage } from './submission/submission-page.tsx';
import { lineEditorTexts } from './texts/line-editor.ts';
import { overviewTexts } from './texts/overview.ts';
import { wizardTexts } from './texts/preparing.ts';
import { TransactionsPage } from './transactions/transactions-page.tsx';
import { goTo, useRoute } from './use-route.ts';

/** With its editor, loaded when it is first needed. */
const LinePage = lazy(async () => {
  const { LinePage: page } = await import('./line-editor/line-page.tsx');
  return { default: page };
});

/** With its charts, loaded when it is first needed. */
const OverviewPage = lazy(async () => {
  const { OverviewPage: page } = await import('./overview/overview-page.tsx');
  return { default: page };
});

/** With the wizard, loaded when it is first needed. */
const PreparePage = lazy(async () => {
  const { PreparePage: page } = await import('./preparing/prepare-page.tsx');
  return { default: page };
});

export function App() {
  useApp();
  const hasConnection = useConnections(({ connections }) => (connections?.length ?? 0) > 0);
  return (
    <>
      <Frame actions={hasConnection && <ChooseFilesButton />}>
        <CurrentPage />
      </Frame>
      <DropTarget hasConnection={hasConnection} />
      <AddFilesDialog />
      <StepDialog />
      <UndoBar />
    </>
  );
}

function CurrentPage() {
  const route = useRoute();
  switch (route.page) {
    case 'queue':
      return <QueuePage />;
    case 'submission':
      return route.line === undefined ? (
        <SubmissionPage key={route.id} id={route.id} />
      ) : (
        <Suspense fallback={<Loading>{lineEditorTexts.loading}</Loading>}>
          <LinePage id={route.id} line={route.line} />
        </Suspense>
      );
    case 'prepare':
      return (
        <Suspense fallback={<Loading>{wizardTexts.loading}</Loading>}>
          <PreparePage of={route.of} />
        </Suspense>
      );
    case 'overview':
      return (
        <Suspense fallback={<Loading>{overviewTexts.loading}</Loading>}>
          <OverviewPage />
        </Suspense>
      );
    case 'history':
      return <HistoryPage />;
    case 'transactions':
      return <TransactionsPage from={route.from} />;
    case 'rules':
      return <RulesPage after={route.after} />;
    case 'observability':
      return <ObservabilityPage />;
    case 'connections':
      return <ConnectionsPage />;
    case 'settings':
      return <SettingsPage />;
    default:
      return assertNever(route);
  }
}

/** Follows the events of the app. */
function useApp(): void {
  const bridge = useBridge();
  const { connections, addFiles } = useStores();
  const { page } = useRoute();
  useEffect(() => bridge.on['files.offered'](addFiles.getState().take), [bridge, addFiles]);
  useEffect(() => bridge.on['page.show'](({ page }) => goTo({ page })), [bridge]);
  // What had the focus is gone with the page it stood on.
  const seen = useRef(page);
  useEffect(() => {
    const place = document.getElementById('page');
    // The page itself may have led the focus to what the person came for.
    if (seen.current !== page && place?.contains(document.activeElement) !== true)
      place?.focus({ preventScroll: true });
    seen.current = page;
  }, [page]);
  // Another page may have changed the connections.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page triggers this.
  useEffect(() => void connections.getState().refresh(), [connections, page]);
}
