/** @file The whole way of a file, from the drop to its receipt, at a service of its own on this computer. */

import { join } from 'node:path';
import { factsOf } from '../../../src-shared/states.ts';
import { App } from '../../app.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import { noPolicy } from '../../policy/own-policy.ts';
import type { SubmissionId } from '../../send/batch.ts';
import type { SubmissionView } from '../../send/submission-view.ts';
import { createMemoryBox } from '../../wire/credentials/memory-box.ts';
import { Backend } from '../backend.ts';
import type { Shell } from '../ports.ts';

/** Milliseconds between two states of a batch at the service. */
const PACE = 100;
const BATCH_BYTES = 1_000_000;

/**
 * @param folder for this test alone
 * @param shell that asks no person anything
 * @returns what was sent, in words @throws Error where the file did not come to its end
 */
export async function checkPracticeSend(folder: string, shell: Shell, signal: AbortSignal): Promise<string> {
  const home = join(folder, 'practice-send');
  const box = createMemoryBox();
  const settings = settingsInMemory();
  const app = new App({
    folder: home,
    holder: 'the self-test',
    settings,
    secretBox: box,
    sessionBox: box,
    environment: {},
    // Whether a person may practise is no question of this.
    policy: noPolicy,
  });
  const backend = new Backend({ app, settings, shell, tell: () => {}, signal, practicePace: PACE });
  try {
    await backend.start();
    const { connection, sample } = await backend.handlers['practice.start']();
    const [sound] = sample.offers;
    if (sound === undefined) throw new Error('There is no sample to send.');
    const options = { connection, onInvalid: 'stop', ingestValid: false, maxBatchBytes: BATCH_BYTES } as const;
    const { added } = await backend.handlers['files.add']({ offers: [sound.offer], options });
    const [id] = added;
    if (id === undefined) throw new Error('The sample was not added.');
    const { account, batches } = await ended(app, id, signal);
    const { doubts } = await backend.handlers['receipt.read']({ submission: id });
    if (doubts.length > 0) throw new Error(`The receipt is in doubt: ${doubts.join(' ')}`);
    return `${account?.accepted} transactions went in ${batches.length} batches, were accepted, and have a receipt.`;
  } finally {
    await backend.close();
  }
}

/** The submission, once the service has processed all of it. @throws Error where it ends otherwise, or waits for a person */
async function ended({ queue }: App, id: SubmissionId, signal: AbortSignal): Promise<SubmissionView> {
  const { promise, resolve, reject } = Promise.withResolvers<SubmissionView>();
  const look = () => {
    const view = queue.view(id);
    if (view.state === 'processed') resolve(view);
    else if (factsOf(view.state).needsPerson) reject(new Error(`The sample ended as “${view.state}”.`));
  };
  const unsubscribe = queue.subscribe(look);
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    look();
    return await promise;
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', abort);
  }
}

function settingsInMemory(): SettingsFile {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), set: (key, value) => values.set(key, value) };
}
