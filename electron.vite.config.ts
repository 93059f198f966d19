import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { bundledPackages } from './build/bundled-packages.ts';
import { preloadFirstView } from './build/preload-first-view.ts';
import { quickStart, together } from './build/quick-start.ts';
import { updateSource } from './build/update-source.ts';
import { threadRooms } from './src-main/thread-rooms.ts';

const threads = Object.entries(threadRooms).map(([name, room]) => ({
  name,
  path: resolve('src-main', room, `${name}.ts`),
  isOfCheck: room.startsWith('check'),
}));

/** What starts by itself: a command, what only reads, what needs an app, and what does without either. */
const programParts = {
  // Not its entry, which runs a command as soon as it is loaded.
  start: [
    ...['command-line', 'process-ports', 'leave-process'].map((name) => `src-main/shells/cli/${name}.ts`),
    'src-main/ground/files/own-folder.ts',
  ],
  read: ['session', 'reading', 'outcome', 'doubt'].map((name) => `src-main/shells/cli/${name}.ts`),
  app: ['src-main/app.ts', 'src-main/actions/backend.ts'],
  contract: ['queue', 'records', 'submissions'].map((name) => `src-shared/commands/${name}.ts`),
  // What these threads import: each large file starts them, and they take as long to load other code as to check megabytes.
  digest: ['digests', 'kernel/kernel-memory'].map((name) => `src-main/check/${name}.ts`),
  scan: ['check-messages', 'chunk-check', 'judges', 'kernel/kernel'].map((name) => `src-main/check/${name}.ts`),
  check: [
    'src-main/shells/cli/commands/check.ts',
    ...threads.filter(({ isOfCheck }) => isOfCheck).map(({ path }) => path),
  ],
  // Not its entry, which begins as soon as it is loaded; the start waits for what it says.
  examination: ['src-main/send/recovery/examination.ts', 'src-main/ground/files/early-examination.ts'],
  threads: threads.filter(({ isOfCheck }) => !isOfCheck).map(({ path }) => path),
};

/** All libraries are bundled: the app starts from a handful of files, and the installer carries no node_modules. */
export default defineConfig({
  main: {
    plugins: [quickStart(), bundledPackages('out/bundled/main.json')],
    define: { BUILT_IN_UPDATES: updateSource(process.env) },
    resolve: { alias: { 'when-exit': resolve('src-main/ground/settings/when-exit.ts') } },
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: resolve('src-main/index.ts'),
          tranship: resolve('src-main/shells/cli/index.ts'),
          // Also by itself: tests call it, with what they put around it in place of a process.
          'command-line': resolve('src-main/shells/cli/command-line.ts'),
          ...Object.fromEntries(threads.map(({ name, path }) => [name, path])),
        },
        // Flat, because the files of threads are looked for beside the code that starts them.
        output: {
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: {
            groups: [
              together(programParts, [
                ['digest', ['digest']],
                ['facts', ['start', 'scan']],
                ['scan', ['scan']],
                ['ground', ['start', 'check']],
                ['ground', ['start', 'threads']],
                ['command-line', ['start']],
                ['check', ['read', 'check']],
                ['check', ['app', 'check']],
                ['examination', ['examination']],
                ['work', ['read', 'threads']],
                ['reading', ['read']],
                ['threads', ['app', 'threads']],
                ['contract', ['contract', 'app']],
                ['app', ['app']],
              ]),
            ],
          },
        },
      },
    },
  },
  preload: {
    plugins: [bundledPackages('out/bundled/preload.json')],
    build: {
      rolldownOptions: {
        input: resolve('src-preload/index.ts'),
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    // Text from elsewhere is made visible wherever it is put into the page.
    plugins: [
      react({ jsxImportSource: '#jsx' }),
      bundledPackages('out/bundled/renderer.json'),
      preloadFirstView('/start.tsx'),
    ],
    build: {
      minify: true,
      rolldownOptions: {
        input: resolve('src-renderer/index.html'),
        output: {
          codeSplitting: {
            groups: [
              // What finds the language: it must run before anything with texts does.
              { name: 'language', test: /src-shared[\\/]languages[\\/].*\.ts|formatjs|messageformat|\0/, priority: 2 },
              // With all that it imports, in one file instead of fifty.
              { name: 'first-view', test: /src-renderer[\\/]start\.tsx/, priority: 1 },
            ],
          },
        },
      },
    },
  },
});
