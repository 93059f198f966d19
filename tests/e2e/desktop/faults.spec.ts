/** @file A start that cannot succeed, and an unexpected error: the app says so, and loses nothing. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentOf } from '../../cli/tranship.ts';
import { LARGE, standstill } from '../gestures.ts';
import { expect, test } from './desktop-story.ts';
import { goesOnWithoutDouble, openMidUpload } from './mid-upload.ts';

test('a folder in use by the command line is said in a dialog, and the app ends', async ({
  desk,
  startTenant,
  workplace,
}) => {
  const tenant = await startTenant();
  const environment = environmentOf(tenant);
  const serving = workplace.startProcess(['serve', '--json'], { environment, hasInput: true });
  await serving.event(({ event }) => event === 'serving');

  const double = desk.start();
  const { message, detail, buttons } = await double.act('message-box');
  expect(`${message} ${detail}`).toContain('in use');
  expect(`${message} ${detail}`).toContain('tranship serve');
  await double.do('answerDialog', { answer: { response: indexOf(buttons, 'Close') } });
  await double.ended;
});

test('the app opens once the command line has ended, if the person tries again', async ({ desk, workplace }) => {
  const serving = workplace.startProcess(['serve', '--json'], { hasInput: true });
  await serving.event(({ event }) => event === 'serving');
  const opened = desk.open();
  const { buttons } = await desk.double.act('message-box');
  await serving.kill('SIGINT');
  await desk.double.do('answerDialog', { answer: { response: indexOf(buttons, 'Try again') } });
  await expect((await opened).getByRole('navigation', { name: 'Pages' })).toBeVisible();
});

for (const isRejection of [false, true]) {
  test(`an unexpected ${isRejection ? 'rejection' : 'error'} is told in words, offers a file for support, and loses nothing`, async ({
    desk,
    startTenant,
    workplace,
    writeExport,
  }) => {
    const tenant = await startTenant({ misfortunes: standstill });
    await openMidUpload(desk, tenant, await writeExport('export.jsonl', { bytes: LARGE }));

    await desk.double.do('throwInMain', { message: 'a fault of a test', isRejection });
    const { message, buttons } = await desk.double.act('message-box');
    expect(String(message)).not.toContain('a fault of a test');
    await desk.double.do('answerDialog', { answer: { response: indexOf(buttons, 'Save for support…') } });
    await desk.double.act('save-dialog');
    const path = join(workplace.folder, 'support.zip');
    await desk.double.do('answerDialog', { answer: { canceled: false, filePath: path } });
    const { detail } = await desk.double.act('message-box', undefined, 1);
    expect(detail).toContain(`Saved: ${path}`);
    expect((await readFile(path)).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    await desk.double.do('answerDialog', { answer: { response: indexOf(buttons, 'Quit') } });
    expect(await desk.double.ended).toBe(5);

    // Only a queue that was stopped has put its batch back; after a crash it stands as “uploading”.
    const { submission } = await workplace.run(['queue', 'list', '--json']);
    expect(submission.batches.map(({ state }) => state)).toEqual(['waiting']);
    await goesOnWithoutDouble(desk, tenant);
  });
}

/** The place of a button in a dialog. */
function indexOf(buttons: unknown, name: string): number {
  const index = Array.isArray(buttons) ? buttons.indexOf(name) : -1;
  if (index === -1) throw new Error(`The dialog has no button “${name}”: ${buttons}`);
  return index;
}
