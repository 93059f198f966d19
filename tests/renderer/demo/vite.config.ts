import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The page with sample data: `npx vite --config tests/renderer/demo/vite.config.ts`, then /?submissions=100 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { port: 4310, fs: { allow: [resolve(import.meta.dirname, '../../..')] } },
  build: { outDir: process.env.DEMO_OUT ?? resolve(import.meta.dirname, 'out'), emptyOutDir: true },
});
