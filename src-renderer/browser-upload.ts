/**
 * @file Streams one file from the browser to the app. Uses XMLHttpRequest, because `fetch` does not report upload
 * progress.
 */

import type { PickedFiles, Result } from '../src-shared/contract.ts';
import { AppError } from '../src-shared/errors.ts';
import type { UploadFile } from './browser-connection.ts';
import type { BrowserSession } from './browser-session.ts';

export const uploadByRequest =
  (session: Pick<BrowserSession, 'headers'>): UploadFile =>
  async (file, onProgress, signal) => {
    const unreadable = await whyUnreadable(file);
    if (unreadable !== undefined) return { ok: false, error: unreadable.toRecord() };
    const { promise, resolve } = Promise.withResolvers<Result<PickedFiles>>();
    const failed = (error: AppError) => resolve({ ok: false, error: error.toRecord() });
    const request = new XMLHttpRequest();
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    // The answer is a result of the contract if the app has started to read the file.
    request.addEventListener('load', () => {
      if (request.status === 200) resolve(request.response);
      else failed(new AppError('page.disconnected', {}));
    });
    const interrupted = () => failed(new AppError('inbox.interrupted', { fileName: file.name }));
    request.addEventListener('error', interrupted);
    // The app removes what has come of a file whose connection ends.
    request.addEventListener('abort', interrupted);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) interrupted();
    if (signal.aborted) return await promise;
    const name = encodeURIComponent(file.name.toWellFormed());
    request.open('PUT', `/inbox?name=${name}&changed=${file.lastModified}`);
    for (const [name, value] of Object.entries(session.headers)) request.setRequestHeader(name, value);
    request.send(file);
    return await promise;
  };

/** Checked first: a folder, or a file that was moved, would otherwise look like a broken connection. */
async function whyUnreadable(file: File): Promise<AppError | undefined> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return undefined;
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return new AppError('file.unreadable', { path: file.name, reason });
  }
}
