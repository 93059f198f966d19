import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { bundledPackages } from './build/bundled-packages.ts';
import { preloadFirstView } from './build/preload-first-view.ts';
import { updateSource } from './build/update-source.ts';

/** All libraries are bundled: the app starts from a handful of files, and the installer carries no node_modules. */
export default defineConfig({
  main: {
    plugins: [bundledPackages('out/bundled/main.json')],
    define: { BUILT_IN_UPDATES: updateSource(process.env) },
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: resolve('src-main/index.ts'),
          tranship: resolve('src-main/shells/cli/index.ts'),
          // Also by itself: tests call it, with what they put around it in place of a process.
          'command-line': resolve('src-main/shells/cli/command-line.ts'),
          'check-worker': resolve('src-main/checking/check-worker.ts'),
          'scan-worker': resolve('src-main/checking/scan-worker.ts'),
          'trial-worker': resolve('src-main/checking/trial/trial-worker.ts'),
          'compare-worker': resolve('src-main/checking/compare-worker.ts'),
          'digest-worker': resolve('src-main/checking/digest-worker.ts'),
          'line-worker': resolve('src-main/checking/line-worker.ts'),
          'report-worker': resolve('src-main/reports/report-worker.ts'),
          'fix-worker': resolve('src-main/fixing/fix-worker.ts'),
          'prepare-worker': resolve('src-main/preparing/prepare-worker.ts'),
          'piece-worker': resolve('src-main/preparing/piece-worker.ts'),
          'examination-worker': resolve('src-main/preparing/examination-worker.ts'),
          'queue-worker': resolve('src-main/queue/recovery/queue-worker.ts'),
          'authorities-worker': resolve('src-main/network/authorities-worker.ts'),
          'memory-worker': resolve('src-main/shells/electron/self-test/memory-worker.ts'),
        },
        // Flat, because the files of threads are looked for beside the file that starts them.
        output: { chunkFileNames: '[name]-[hash].js' },
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
    plugins: [react(), bundledPackages('out/bundled/renderer.json'), preloadFirstView('/start.tsx')],
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
