import { describe, expect, it } from 'vitest';
import { pathsProblem, tidiedPaths } from '../../src-renderer/observability/observed-paths.ts';

const summary = { name: 'Summary', path: '/api/summary' };

describe('Observed paths', () => {
  it('Observed paths are stored without blanks and empty lines', () => {
    expect(
      tidiedPaths([
        { name: ' Summary ', path: ' /api/summary' },
        { name: ' ', path: '' },
      ]),
    ).toEqual([summary]);
  });

  it('The list of observed paths may be empty', () => {
    expect(pathsProblem([])).toBeUndefined();
  });

  it.each([
    ['a name is missing', [{ name: '', path: '/api' }]],
    ['a path is missing', [{ name: 'Summary', path: '' }]],
    ['a name is there twice', [summary, { ...summary, path: '/other' }]],
  ])('Observed paths are not stored when %s', (_, paths) => {
    expect(pathsProblem(paths)).toEqual(expect.any(String));
  });
});
