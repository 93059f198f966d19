/**
 * @file The check's threads as shipped (tests/build-product.ts builds them). From TypeScript, each thread would strip
 * the types itself with a WebAssembly module, and V8 in Node 24 may crash when several threads do that at once.
 */

const builtThread = (name: string) => new URL(`../../out/main/${name}.js`, import.meta.url);

export const threads = {
  'check-worker': builtThread('check-worker'),
  'scan-worker': builtThread('scan-worker'),
  'digest-worker': builtThread('digest-worker'),
  'line-worker': builtThread('line-worker'),
};
