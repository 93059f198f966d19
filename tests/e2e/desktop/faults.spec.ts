/** @file A start that cannot succeed, and an unexpected error: the app says so, and loses nothing. */

import { addConnection, confirmSending, expectState } from '../gestures.ts';
import { dropFiles } from '../story.ts';
import { expect, test } from './desktop-story.ts';

test('a folder in use by the command line is said in a dialog, and the app ends', async ({
  desk,
  startTenant,
  workplace,
}) => {
  const tenant = await startTenant();
  const environment = {
    TRANSHIP_BASE_URL: tenant.baseUrl,
    TRANSHIP_TOKEN_URL: tenant.tokenUrl,
    TRANSHIP_CLIENT_ID: tenant.clientId,
    TRANSHIP_CLIENT_SECRET: tenant.clientSecret,
    TRANSHIP_SCOPE: tenant.scope,
  };
  const serving = workplace.start(['serve', '--json'], { environment, hasInput: true });
  await serving.event(({ event }) => event === 'serving');

  const double = desk.start();
  const { title, content } = await double.act('error-box');
  expect(`${title} ${content}`).toContain('in use');
  expect(`${title} ${content}`).toContain('tranship serve');
  await double.ended;
});

for (const isRejection of [false, true]) {
  // Nothing follows such errors yet: an error is shown with its stack, a rejection only printed.
  test.fixme(`an unexpected ${isRejection ? 'rejection' : 'error'} is told in words, offers a file for support, and loses nothing`, async ({
    desk,
    startTenant,
    writeExport,
  }) => {
    const tenant = await startTenant();
    const page = await desk.open();
    await addConnection(page, tenant, { name: 'Nordbank' });
    await dropFiles(page, [await writeExport('export.jsonl')]);
    await confirmSending(page, 'Nordbank');
    await expectState(page, 'export.jsonl', 'Done');

    await desk.double.do('throwInMain', { message: 'a fault of a test', isRejection });
    const { message, buttons } = await desk.double.act('message-box');
    expect(String(message)).not.toContain('a fault of a test');
    expect(buttons).toContain('Save for support');
  });
}
