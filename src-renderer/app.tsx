/** @file The window's content: the queue, what went wrong, and the way to add files. */

import { type StoreApi, useStore } from 'zustand';
import { EmptyQueue } from './empty-queue.tsx';
import { ProblemList } from './problem-list.tsx';
import type { QueueStore } from './queue-store.ts';
import { QueueTable } from './queue-table.tsx';

export function App({ store }: { store: StoreApi<QueueStore> }) {
  const { list, problems, announcement, addFiles, act, dismissProblems } = useStore(store);
  const stopped = list?.stopped === undefined ? [] : [{ error: list.stopped }];
  return (
    <>
      <header className="top">
        <h1>Tranship</h1>
        {list !== undefined && list.rows.length > 0 && (
          <button type="button" className="primary" onClick={addFiles}>
            Add files…
          </button>
        )}
      </header>
      <main>
        <ProblemList problems={stopped} />
        <ProblemList problems={problems} onDismiss={dismissProblems} />
        {list !== undefined && list.rows.length === 0 && <EmptyQueue onAddFiles={addFiles} />}
        {list !== undefined && list.rows.length > 0 && <QueueTable rows={list.rows} onAction={act} />}
      </main>
      <p className="unseen" aria-live="polite">
        {announcement}
      </p>
    </>
  );
}
