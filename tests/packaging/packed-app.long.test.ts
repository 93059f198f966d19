import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { threadRooms } from '../../src-main/thread-rooms.ts';
import { fewerByDay } from '../harness/night.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { root, runBuilder } from './builder.ts';
import { fusesOf, wantedFuses } from './fuses.ts';
import { packApp } from './packed-app.ts';

const { folder, resources, appFolder } = await packApp();
const archive = join(resources, 'app.asar');
const filesIn = (place: string) =>
  globSync('**', { cwd: place, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();

/** As it is named by the source; the bundler adds a hash to the parts that it makes itself. */
const isNamed = (file: string) => !/^out\/(main|renderer\/assets)\/[\w-]+-[\w-]{8}\.(js|css)$/.test(file);

describe('The archive of the app', () => {
  it('contains the bundles, the page and package.json, and nothing else', () => {
    const threads = Object.keys(threadRooms).map((name) => `out/main/${name}.js`);
    const programs = ['command-line', 'index', 'tranship'].map((name) => `out/main/${name}.js`);
    const others = ['out/preload/index.cjs', 'out/renderer/index.html', 'package.json'];
    expect(filesIn(appFolder).filter(isNamed)).toEqual([...threads, ...programs, ...others].sort());
  });

  it('contains what the build made, byte for byte', () => {
    const built = filesIn(appFolder).filter((file) => file !== 'package.json');
    const differing = built.filter(
      (file) => !readFileSync(join(appFolder, file)).equals(readFileSync(join(root, file))),
    );
    expect(differing).toEqual([]);
  });

  it('leaves out nothing that a bundle imports', () => {
    const missing = filesIn(appFolder)
      .filter((file) => file.startsWith('out/main/'))
      .flatMap((file) => {
        const text = readFileSync(join(appFolder, file), 'utf8');
        const imports =
          /^(?:import|export)\b.*?["'](\.\/[^"']+)["'];$|(?:await|=>|return) import\("(\.\/[^"']+\.js)"\)/gm;
        const named = [...text.matchAll(imports)].map(([, always, late]) => always ?? late ?? '');
        return named.filter((name) => !existsSync(join(appFolder, dirname(file), name)));
      });
    expect(missing).toEqual([]);
  });

  it('says who it is', () => {
    expect(JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'))).toMatchObject({
      name: 'tranship',
      productName: 'Tranship',
      version: manifest.version,
      author: 'Tranship',
      type: 'module',
      main: 'out/main/index.js',
    });
  });

  it('names no library, command or source that is not in it', () => {
    const packed: Record<string, unknown> = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'));
    const unpacked = ['dependencies', 'devDependencies', 'optionalDependencies', 'bin', 'imports', 'scripts'];
    expect(unpacked.filter((name) => (packed[name] ?? null) !== null)).toEqual([]);
  });

  it('is extracted where no library can be found', () => {
    const above = (place: string): string[] => (place === dirname(place) ? [place] : [place, ...above(dirname(place))]);
    expect(above(appFolder).filter((place) => existsSync(join(place, 'node_modules')))).toEqual([]);
  });

  it('is the only one of ours, and has no files beside it', () => {
    expect(existsSync(`${archive}.unpacked`)).toBe(false);
    expect(existsSync(join(resources, 'app'))).toBe(false);
  });
});

describe('Beside the archive', () => {
  it('lie the icons of the tray and the papers', () => {
    const always = filesIn(resources).filter((file) => !/\.asar$|^(policies|command)\//.test(file));
    const icons = globSync('*', { cwd: join(root, 'build/icons') }).map((icon) => `icons/${icon}`);
    expect(always).toEqual([...icons, 'THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json'].sort());
  });

  it.each([
    ['the policies of a machine', 'policies', 'build/policies'],
    ['the command', 'command', 'build/launcher/posix'],
  ])('lie %s, where there are any', (_, shipped, source) => {
    const folder = join(root, source);
    const modeOf = (file: string) => [relative(dirname(file), file), statSync(file).mode & 0o111];
    const all = (place: string) => (existsSync(place) ? filesIn(place).map((file) => modeOf(join(place, file))) : []);
    expect(all(join(resources, shipped))).toEqual(all(folder));
  });

  it('the papers are of this version', () => {
    const bill = JSON.parse(readFileSync(join(resources, 'sbom.cdx.json'), 'utf8'));
    expect(bill.metadata.component).toMatchObject({ name: 'tranship', version: manifest.version });
  });

  it('Electron and Chromium keep their licences', () => {
    expect(filesIn(folder)).toEqual(expect.arrayContaining(['LICENSE.electron.txt', 'LICENSES.chromium.html']));
  });
});

describe('The program', () => {
  it('has the fuses of the configuration', async () => {
    expect(await fusesOf(join(folder, 'tranship'))).toEqual(wantedFuses);
  });
});

describe('The extracted app', () => {
  const temporary = () => {
    const place = temporaryFolder();
    return place;
  };
  const run = (args: readonly string[], app = appFolder) => {
    const home = temporary();
    return spawnSync(process.execPath, [join(app, 'out/main/tranship.js'), ...args], {
      cwd: home,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], TRANSHIP_HOME: join(home, 'data') },
      maxBuffer: 64 * 1024 * 1024,
    });
  };
  /** Of several chunks, so that all kinds of threads work on it. */
  const largeFile = () => {
    const file = join(temporary(), 'export.jsonl');
    writeFileSync(file, `{"unknown":"${'x'.repeat(8000)}"}\n`.repeat(4500));
    return file;
  };

  it('checks a file with its threads, from Node', () => {
    const file = largeFile();
    const { status, stdout, stderr } = run(['check', file, '--json']);
    expect([status, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      event: 'summary',
      lines: 4500,
      sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
    });
  });

  /** With a line that is long and has a fault. */
  const longLine = () => {
    const file = join(temporary(), 'export.jsonl');
    writeFileSync(file, `{"sender":"${'x'.repeat(3_000_000)}"}\n`);
    return file;
  };

  it.each(
    fewerByDay(
      [
        ['scan-worker', largeFile],
        ['digest-worker', largeFile],
        ['line-worker', longLine],
      ],
      1,
    ),
  )('would notice if %s were missing', (thread, write) => {
    const crippled = temporary();
    cpSync(appFolder, crippled, { recursive: true });
    rmSync(join(crippled, `out/main/${thread}.js`));
    expect(run(['check', write()], crippled)).toMatchObject({
      status: 5,
      stderr: expect.stringContaining(`${thread}.js`),
    });
  });

  it.each(fewerByDay(['queue list', 'audit verify', 'retention show', 'support'], 1))(
    'opens its data folder: %s',
    (command) => {
      const { status, stderr } = run(command.split(' '));
      expect([status, stderr]).toEqual([0, '']);
    },
  );
});

describe('Electron-builder', () => {
  it.each(fewerByDay(['--config.nsis.oneclick=true', '--config.mac.minimumVersion=13', '--config.toolsets.nsis=9'], 1))(
    'refuses a configuration that its schema does not know: %s',
    (option) => {
      const { code, said } = runBuilder(['--linux', '--dir', option]);
      expect(code).not.toBe(0);
      expect(said).toContain('Invalid configuration object');
    },
  );
});
