/**
 * @file The process in which the app runs in place of Electron's main process. `electron` is resolved to the double, for
 * modules and for CommonJS alike; then the app's own entry is loaded, as package.json names it.
 */

import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { electronApi } from './api/electron-api.ts';
import { Cdp } from './cdp.ts';
import type { DoubleOptions } from './control.ts';
import { followCommands, openStage, record } from './main/stage.ts';

const GLOBAL = Symbol.for('double of electron');
const AS_MODULE = 'electron-double:module';
const AS_COMMONJS = 'electron-double:commonjs';

// Written by `startDouble`, in the type's form.
const options: DoubleOptions = JSON.parse(process.env['ELECTRON_DOUBLE'] ?? '');
delete process.env['ELECTRON_DOUBLE'];

const define = (name: string, value: unknown) =>
  Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
define('platform', options.platform);
define('type', 'browser');
define('resourcesPath', options.resourcesFolder);
define('argv', [process.execPath, ...(options.isPackaged ? [] : [options.appFolder]), ...options.arguments]);
if (!options.isPackaged) define('defaultApp', true);
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../node_modules/electron/package.json', import.meta.url), 'utf8')));
define('versions', Object.freeze({ ...process.versions, electron: version }));

openStage(options, await Cdp.connect(options.endpoint));
// The double's own modules need the stage when they are loaded.
const { createElectron } = await import('./main/electron.ts');
const { app, launch } = await import('./main/app.ts');
const { dialog } = await import('./main/dialogs.ts');
const { closeOpenedPages } = await import('./main/web-contents.ts');
Object.assign(globalThis, { [GLOBAL]: createElectron() });

const double = `globalThis[Symbol.for(${JSON.stringify(GLOBAL.description)})]`;
registerHooks({
  resolve(specifier, context, next) {
    if (!/^electron(\/main|\/common)?$/.test(specifier)) return next(specifier, context);
    return { url: context.conditions.includes('require') ? AS_COMMONJS : AS_MODULE, shortCircuit: true };
  },
  load(url, context, next) {
    if (url === AS_COMMONJS) return { format: 'commonjs', source: `module.exports = ${double};`, shortCircuit: true };
    if (url !== AS_MODULE) return next(url, context);
    const names = [...electronApi.main.keys()].map((name) => `export const ${name} = electron.${name};`);
    const source = [`const electron = ${double};`, 'export default electron;', ...names].join('\n');
    return { format: 'module', source, shortCircuit: true };
  },
});

// lib/browser/init.ts: an error ends nothing, it is shown in a box, unless the app follows such errors itself.
process.on('uncaughtException', (error) => {
  if (process.listeners('uncaughtException').length > 1) return;
  dialog.showErrorBox(
    'A JavaScript error occurred in the main process',
    `Uncaught Exception:\n${error.stack ?? String(error)}`,
  );
});
app.on('quit', (_event, exitCode: unknown) => process.emit('exit', Number(exitCode)));
process.exit = (code) => {
  app.exit(Number(code ?? 0));
  return undefined as never;
};

await closeOpenedPages();
followCommands();
// The test has gone: so do we, at once, and the pages with us.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const { main } = z
  .object({ main: z.string() })
  .parse(JSON.parse(readFileSync(join(options.appFolder, 'package.json'), 'utf8')));
await import(pathToFileURL(join(options.appFolder, main)).href);
record('loaded');
launch();
