/** @file Searches files for texts, in a thread of its own. */

import { KeptThreads } from '../kept-threads.ts';
import { answered } from '../thread.ts';
import type { AnswerMessage } from '../thread-answer.ts';
import type { TextFindings, TextSearch } from './file-search.ts';

const threads = new KeptThreads<TextSearch, AnswerMessage<TextFindings, never>>('search-worker');

/** Rejects with AppError `check.failed` where the thread breaks down, and with the signal's reason. */
export async function searchInThread(search: TextSearch, signal: AbortSignal): Promise<TextFindings> {
  const path = search.files[0]?.path ?? '';
  return await answered<TextFindings, never, ReturnType<typeof threads.begin>>(
    (waiter) => threads.begin({ assignment: search, path, waiter }),
    (thread) => thread.rest(),
    { signal },
  );
}
