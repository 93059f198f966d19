/** @file The double itself, with small apps instead of ours: it must be no kinder than Electron. */

import { expect, lines, test } from './small-app.ts';

test('an app lives in the order of Electron', async ({ startSmall }) => {
  const double = await startSmall(
    {
      main: `
        for (const name of ['will-finish-launching', 'open-file', 'ready', 'window-all-closed', 'before-quit', 'will-quit', 'quit'])
          app.on(name, () => say(name));
        say('ready at first', app.isReady());
        app.whenReady().then(async () => {
          say('when ready');
          const window = await open();
          window.once('close', (event) => { say('close refused'); event.preventDefault(); });
          window.on('closed', () => say('closed'));
          app.quit();
          window.on('close', () => say('close'));
          app.quit();
        });
      `,
    },
    { openFiles: ['/tmp/early.jsonl'] },
  );
  expect(await lines(double)).toEqual([
    ...['ready at first false', 'will-finish-launching', 'open-file', 'ready', 'when ready'],
    ...['before-quit', 'close refused', 'before-quit', 'close', 'closed', 'will-quit', 'quit'],
  ]);
});

test('app.exit closes no window politely', async ({ startSmall }) => {
  const double = await startSmall({
    main: `
      for (const name of ['before-quit', 'will-quit', 'quit']) app.on(name, (_event, code) => say(name, code ?? ''));
      app.whenReady().then(async () => {
        const window = await open();
        window.on('close', () => say('close'));
        window.on('closed', () => say('closed'));
        app.exit(3);
      });
    `,
  });
  expect(await lines(double)).toEqual(['closed', 'quit 3']);
  expect(await double.ended).toBe(3);
});

test('what needs a ready app refuses before, and what must come first refuses afterwards', async ({ startSmall }) => {
  const double = await startSmall({
    main: `
      said(() => new BrowserWindow());
      said(() => session.defaultSession);
      said(() => screen.getPrimaryDisplay());
      safeStorage.isAsyncEncryptionAvailable().then((is) => say('available', is));
      safeStorage.encryptStringAsync('x').catch((error) => say(error.message));
      said(() => app.setPath('userData', 'relative'));
      app.whenReady().then(() => {
        said(() => protocol.registerSchemesAsPrivileged([]));
        said(() => app.enableSandbox());
        said(() => net.fetch);
        said(() => powerSaveBlocker.start('prevent-app-suspension'));
        said(() => app.on('closing', () => {}));
        app.quit();
      });
    `,
  });
  expect((await lines(double)).sort()).toEqual(
    [
      'Cannot create BrowserWindow before app is ready',
      'Session can only be received when app is ready',
      "The 'screen' module can't be used before the app 'ready' event",
      'available false',
      'safeStorage cannot be used before app is ready',
      'Path must be absolute',
      'protocol.registerSchemesAsPrivileged should be called before app is ready',
      'app.enableSandbox() can only be called before app is ready',
      'Electron has electron.net.fetch, but its double does not implement it yet.',
      'AppDouble has no event “closing” in Electron.',
      'no error 0',
    ].sort(),
  );
});

test('a call from the page is cloned both ways, and fails as Electron lets it fail', async ({ startSmall }) => {
  const double = await startSmall({
    preload: `
      const { contextBridge, ipcRenderer } = require('electron');
      const failing = (work) => Promise.resolve().then(work).then(() => 'no error', (error) => error.message);
      contextBridge.exposeInMainWorld('small', {
        echo: (value) => ipcRenderer.invoke('echo', value),
        fails: () => failing(() => ipcRenderer.invoke('fails')),
        missing: () => failing(() => ipcRenderer.invoke('missing')),
        sendsFunction: () => failing(() => ipcRenderer.invoke('echo', () => {})),
        getsFunction: () => failing(() => ipcRenderer.invoke('function')),
        sync: () => ipcRenderer.sendSync('sync', 20),
        twice: (callback) => callback(callback(1)),
        node: () => { try { require('fs'); return 'has fs'; } catch (error) { return error.message; } },
      });
    `,
    main: `
      ipcMain.handle('echo', (_event, value) => value);
      ipcMain.handle('fails', () => { throw new TypeError('no such thing'); });
      ipcMain.handle('function', () => () => {});
      ipcMain.on('sync', (event, value) => { event.returnValue = value + 1; });
      app.whenReady().then(async () => {
        const window = await open(preload);
        const run = async (script) => say(await window.webContents.executeJavaScript(script));
        await run("small.echo({ when: new Date(0), map: new Map([[1, { deep: [undefined, 2n] }]]) }).then(({ when, map }) => [when instanceof Date, map instanceof Map, typeof map.get(1).deep[1]])");
        for (const name of ['fails', 'missing', 'sendsFunction', 'getsFunction']) await run('small.' + name + '()');
        await run('small.sync()');
        await run('small.twice((value) => value + 1)');
        await run('small.node()');
        await run("try { small.echo = 1; small.more = 1; 'open' } catch { 'closed' } ; [typeof small.echo, 'more' in small]");
        await run("try { small.echo(Symbol()); 'passed' } catch (error) { 'refused' }");
        app.quit();
      });
    `,
  });
  expect(await lines(double)).toEqual([
    '[true,true,"bigint"]',
    "Error invoking remote method 'fails': TypeError: no such thing",
    "Error invoking remote method 'missing': Error: No handler registered for 'missing'",
    'An object could not be cloned.',
    "Error invoking remote method 'function': Error: An object could not be cloned.",
    '21',
    '3',
    'module not found: fs',
    '["function",false]',
    'refused',
  ]);
});

test('a frame that shows another document has no sender, and the next document is another frame', async ({
  startSmall,
}) => {
  const double = await startSmall({
    preload: `
      const { ipcRenderer } = require('electron');
      ipcRenderer.invoke('hello').catch(() => {});
    `,
    main: `
      const events = [];
      let wake = () => {};
      ipcMain.handle('hello', (event) => { events.push(event); wake(); });
      const heard = (count) => new Promise((resolve) => { wake = () => events.length >= count && resolve(); wake(); });
      app.whenReady().then(async () => {
        const window = await open(preload);
        await heard(1);
        const [first] = events;
        const frame = first.senderFrame;
        say('same', frame === window.webContents.mainFrame, first.sender === window.webContents, frame.url);
        window.webContents.reload();
        await heard(2);
        say('gone', first.senderFrame === null, frame === window.webContents.mainFrame);
        said(() => frame.url);
        app.exit();
      });
    `,
  });
  expect(await lines(double)).toEqual([
    'same true true small://app/index.html',
    'gone true false',
    'Render frame was disposed before WebFrameMain could be accessed',
  ]);
});

test('the app decides what is loaded, where the page goes, and what it may', async ({ startSmall }) => {
  const double = await startSmall({
    main: `
      app.whenReady().then(async () => {
        session.defaultSession.webRequest.onBeforeRequest((details, decide) => {
          if (details.url.includes('secret')) say('asked for', details.resourceType, details.url);
          decide({ cancel: details.url.includes('secret') });
        });
        session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) => decide(permission === 'clipboard-sanitized-write'));
        const window = await open();
        const { webContents } = window;
        webContents.on('will-frame-navigate', ({ url }) => say('will-frame-navigate', url));
        webContents.on('will-navigate', (event) => { say('will-navigate', event.url); event.preventDefault(); });
        const asked = new Promise((resolve) => webContents.setWindowOpenHandler(({ url }) => { say('wants to open', url); resolve(); return { action: 'deny' }; }));
        const run = async (script) => say(await webContents.executeJavaScript(script));
        await run("new Promise((resolve) => { const image = new Image(); image.onload = () => resolve('loaded'); image.onerror = () => resolve('blocked'); image.src = '/secret.png'; })");
        await run("navigator.clipboard.writeText('x').then(() => 'copied', (error) => error.name)");
        await run("navigator.clipboard.readText().then(() => 'read', (error) => error.name)");
        const navigating = new Promise((resolve) => webContents.once('will-navigate', resolve));
        await webContents.executeJavaScript("location.href = '/elsewhere.html'; 'on my way'");
        await navigating;
        say(webContents.getURL());
        await run("String(window.open('/popup.html'))");
        await asked;
        app.exit();
      });
    `,
  });
  expect(await lines(double)).toEqual([
    'asked for image small://app/secret.png',
    'blocked',
    'copied',
    'NotAllowedError',
    'will-frame-navigate small://app/elsewhere.html',
    'will-navigate small://app/elsewhere.html',
    'small://app/index.html',
    'wants to open small://app/popup.html',
    'null',
  ]);
});

test('a window has the session that it was given, no script where none is wanted, and prints', async ({
  startSmall,
}) => {
  const double = await startSmall({
    main: `
      app.whenReady().then(async () => {
        const own = session.fromPartition('paper');
        session.defaultSession.webRequest.onBeforeRequest(({ url }, decide) => { say('default asked', url); decide({}); });
        own.webRequest.onBeforeRequest(({ url }, decide) => { say('own asked', url); decide({ cancel: url.endsWith('.png') }); });
        said(() => own.protocol.isProtocolHandled('small'));
        own.protocol.handle('small', () => new Response(
          '<body><script>document.body.textContent = "script"</script><p>paper</p><img src="a.png">',
          { headers: { 'Content-Type': 'text/html' } },
        ));
        said(() => new BrowserWindow({ show: false, webPreferences: { session: {} } }));
        const window = new BrowserWindow({ show: false, webPreferences: { session: own, javascript: false } });
        say('same session', window.webContents.session === own);
        await window.loadURL('small://paper/');
        const pdf = await window.webContents.printToPDF({ preferCSSPageSize: true });
        say(pdf.subarray(0, 5).toString());
        await window.webContents.printToPDF({ landscape: true }).catch(({ message }) => say(message));
        app.exit(0);
      });
    `,
  });
  const said = await lines(double);
  // Chromium asks for an icon when it likes.
  expect(said.filter((line) => !line.endsWith('favicon.ico'))).toEqual([
    'no error false',
    'The session of a window must be a Session.',
    'same session true',
    'own asked small://paper/',
    'own asked small://paper/a.png',
    '%PDF-',
    'Electron prints with “landscape”, which its double does not yet.',
  ]);
});
