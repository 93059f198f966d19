/**
 * @file Implements `npm start`: builds Tranship and opens its window. If Electron's runtime is not available, it gives
 * the reason and serves the same app in a browser. Plain JavaScript, because it must run on any Node from 20 on, on
 * every system.
 */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const packageFolder = (name) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

/** The runtime is about 120 MB. If it does not arrive within this time, the app opens in a browser. */
const DOWNLOAD_SECONDS = Number(process.env.TRANSHIP_DOWNLOAD_SECONDS) || 180;
/** A window that ends earlier than this, with an error, counts as never opened. */
const FIRST_SECONDS_MS = 10_000;
/** Electron's installer needs at least this Node; the installed one may be older. */
const INSTALLER_NODE = 22;

/** Why the app opens in a browser, as half a sentence. */
class NoDesktop extends Error {}

process.exitCode = await start(process.argv.slice(2));

async function start(serveArguments) {
  if (!build()) {
    console.error('Tranship could not be built; the reason stands above.');
    return 1;
  }
  try {
    return await openDesktop(desktopRuntime());
  } catch (thrown) {
    if (!(thrown instanceof NoDesktop)) throw thrown;
    console.log(`The desktop window cannot be opened: ${thrown.message}. The same app is served in a browser instead.`);
  }
  const launch = join(root, 'src-main/shells/cli/launch.cjs');
  return await ended(spawn(process.execPath, [launch, 'serve', ...serveArguments], { stdio: 'inherit' }));
}

function build() {
  const program = join(packageFolder('electron-vite'), 'bin/electron-vite.js');
  const built = spawnSync(process.execPath, [program, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
  return built.status === 0;
}

/** The path of Electron's program, which is downloaded first if it is missing. */
function desktopRuntime() {
  const { platform, env } = process;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) throw new NoDesktop('there is no display');
  if (platform === 'linux' && process.getuid() === 0) throw new NoDesktop('its sandbox does not work for root');
  const present = installedRuntime();
  if (present !== undefined) return present;
  if (env.ELECTRON_SKIP_BINARY_DOWNLOAD) {
    throw new NoDesktop('Electron’s runtime is not here, and ELECTRON_SKIP_BINARY_DOWNLOAD forbids to download it');
  }
  downloadRuntime();
  const downloaded = installedRuntime();
  if (downloaded === undefined) throw new NoDesktop('Electron’s runtime is not whole after its download');
  return downloaded;
}

/** Looks where electron/index.js looks, which would start a download if the program is missing. */
function installedRuntime() {
  const folder = packageFolder('electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const runtime = join(process.env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), readFileSync(pathFile, 'utf8'));
  return existsSync(runtime) ? runtime : undefined;
}

function downloadRuntime() {
  console.log('Downloading Electron’s runtime (about 120 MB, only this once) …');
  const installer = join(packageFolder('electron'), 'install.js');
  const result = spawnSync(nodeFor(INSTALLER_NODE), [installer], {
    timeout: 1000 * DOWNLOAD_SECONDS,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  });
  if (result.error?.code === 'ETIMEDOUT') {
    throw new NoDesktop(`Electron’s runtime could not be downloaded within ${DOWNLOAD_SECONDS} seconds`);
  }
  if (result.status === 0) return;
  throw new NoDesktop(`Electron’s runtime could not be downloaded (${reasonIn(result.stderr ?? '')})`);
}

/** The installed Node if it is new enough, otherwise the one of this project. */
function nodeFor(oldest) {
  if (Number.parseInt(process.versions.node, 10) >= oldest) return process.execPath;
  const bundled = join(packageFolder('node'), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(bundled) ? bundled : process.execPath;
}

/** Resolves with the exit code once the window was closed; rejects with NoDesktop when it never opened. */
async function openDesktop(runtime) {
  const started = performance.now();
  // Terminals inside other Electron programs pass this variable on; with it the runtime would act as plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = spawn(runtime, [root], { env, stdio: ['inherit', 'inherit', 'pipe'] });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints = (complaints + text).slice(-10_000);
    process.stderr.write(text);
  });
  const code = await ended(child).catch((thrown) => {
    throw new NoDesktop(`its runtime does not start (${thrown.message})`);
  });
  if (code === 0 || performance.now() - started > FIRST_SECONDS_MS) return code;
  throw new NoDesktop(`its runtime ended at once (${reasonIn(complaints)})`);
}

/** The most informative line of an error output: the first that mentions an error. */
function reasonIn(text) {
  const lines = text.split('\n').map((line) => line.trim());
  const telling = lines.find((line) => /error|cannot|failed/i.test(line)) ?? lines.find((line) => line !== '');
  return (telling ?? 'it does not say why').slice(0, 200);
}

/** Resolves with the exit code. The terminal sends Ctrl-C to the child directly, which decides how to end. */
async function ended(child) {
  const leaveToChild = () => {};
  const pass = (signal) => child.kill(signal);
  process.on('SIGINT', leaveToChild).on('SIGTERM', pass);
  try {
    // Rejects when the program cannot be started.
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    process.off('SIGINT', leaveToChild).off('SIGTERM', pass);
  }
}
