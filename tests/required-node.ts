/** @file Ends with a sentence where the tests are started by a Node that cannot run them: the first import of a configuration. */

import manifest from '../package.json' with { type: 'json' };

const needed = manifest.devDependencies.node;

if (Number.parseInt(process.versions.node, 10) < Number.parseInt(needed, 10))
  throw new Error(
    `The tests need Node ${needed}, and this is ${process.versions.node}. “npx vitest” and “npm test” take the one of this project.`,
  );
