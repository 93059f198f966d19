import { describe, expect, it } from 'vitest';
import { pathsProblem, tidiedPaths } from '../../src-renderer/observability/observed-paths.ts';

const summary = { name: 'Summary', path: '/api/summary' };

describe('what can be observed', () => {
  it('is stored without blanks and without lines that nobody filled in', () => {
    expect(
      tidiedPaths([
        { name: ' Summary ', path: ' /api/summary' },
        { name: ' ', path: '' },
      ]),
    ).toEqual([summary]);
  });

  it('may be nothing', () => {
    expect(pathsProblem([])).toBeUndefined();
  });

  it.each([
    ['a name is missing', [{ name: '', path: '/api' }]],
    ['a path is missing', [{ name: 'Summary', path: '' }]],
    ['a name is there twice', [summary, { ...summary, path: '/other' }]],
  ])('is not stored when %s', (_, paths) => {
    expect(pathsProblem(paths)).toEqual(expect.any(String));
  });
});
