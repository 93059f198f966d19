import fc from 'fast-check';
import { expect, it } from 'vitest';
import { uuidMaker, uuidOfCells } from '../../src-main/templates/row-uuid.ts';
import { anyText } from '../any-text.ts';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const URL_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';

it.each([
  // RFC 9562, appendix A.4.
  [DNS, 'www.example.com', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
  // The documentation of Python's module uuid.
  [DNS, 'python.org', '886313e1-3b8a-5372-9b90-0c9aee199e5d'],
  // By Python: uuid5(NAMESPACE_URL, …)
  [URL_NAMESPACE, '', '1b4db7eb-4057-5ddf-91e0-36dec72071f5'],
  [URL_NAMESPACE, 'ÄÖÜ€😀', 'ebb2a115-59fa-5885-925c-256d044837a1'],
])('The UUID within %s of “%s” is the known one', (namespace, name, uuid) => {
  expect(uuidMaker(namespace)(name)).toBe(uuid);
});

it('A long name after a short one, and a short one again, have their own UUIDs (by Python)', () => {
  const make = uuidMaker(DNS);
  expect([make('a'), make('€'.repeat(5000)), make('a')]).toEqual([
    '4f3f2898-69e3-5a0d-820a-c4e87987dbce',
    'b223c476-15bd-5993-9e15-ff39d05679e5',
    '4f3f2898-69e3-5a0d-820a-c4e87987dbce',
  ]);
});

it('The UUID of cells is that of their JSON list (by Python)', () => {
  expect(uuidOfCells(['4711', '2024-01-31'])).toBe('d59f54d8-df5c-58be-90f1-898d03067268');
  expect(uuidOfCells(['say "hi"\n', ''])).toBe('4575ceaa-5e1f-52ae-b90a-179101216b1c');
});

it('Cells that only look alike when they are joined have different UUIDs', () => {
  const keys = [['a', 'b'], ['ab'], ['a,b'], ['a","b'], ['ab', ''], ['', 'ab'], ['a', 'b', '']];
  expect(new Set(keys.map(uuidOfCells)).size).toBe(keys.length);
});

it('Every UUID is of version 5 and the variant of the RFC', () => {
  fc.assert(
    fc.property(fc.array(anyText(), { minLength: 1 }), (cells) => {
      expect(uuidOfCells(cells)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }),
  );
});
