import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { landingStories, landingTests } from './landing.ts';

it.each([...landingTests, ...landingStories.map((path) => path.replace('**', 'tests'))])(
  '%s, which lands a change, is there',
  (path) => expect(globSync(path)).toEqual([path]),
);
