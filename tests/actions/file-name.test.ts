import { win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownName, storableName } from '../../src-main/actions/file-name.ts';
import { anyText } from '../any-text.ts';

describe('The name of a file from a browser', () => {
  it.each([
    ['export.jsonl', 'export.jsonl'],
    ['Überweisungen מאי 2026.jsonl', 'Überweisungen מאי 2026.jsonl'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.jsonl', 'a.jsonl'],
    ['..', 'file'],
    ['', 'file'],
    ['a/', 'file'],
    ['a\u0000b\nc.jsonl', 'abc.jsonl'],
    ['gpj.\u202elnosj', 'gpj.lnosj'],
    ['a:b?.jsonl', 'a_b_.jsonl'],
    ['a.jsonl. . ', 'a.jsonl'],
    ['CON', '_CON'],
    ['nul.jsonl', '_nul.jsonl'],
    ['console.jsonl', 'console.jsonl'],
    ['.hidden', '.hidden'],
  ])('The file name “%s” becomes “%s”', (name, stored) => {
    expect(storableName(name)).toBe(stored);
  });

  it('A file name that is too long keeps its extension', () => {
    const name = storableName(`${'ä'.repeat(300)}.jsonl`);
    expect(name).toMatch(/^ä+\.jsonl$/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
  });

  it('The resulting file name is always valid on every system', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (given) => {
        const name = storableName(given);
        expect(win32.basename(name)).toBe(name);
        expect(name).toMatch(/^(?!\.\.?$)[^\p{Cc}<>:"/\\|?*]*[^\p{Cc}<>:"/\\|?*. ]$/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(160);
        expect(storableName(name)).toBe(name);
      }),
    );
  });
});

describe('the name that people read', () => {
  it.each([
    ['Q3: totals?.jsonl', 'Q3: totals?.jsonl'],
    ['/exports/november.jsonl', 'november.jsonl'],
    ['C:\\Exports\\november.jsonl', 'november.jsonl'],
    ['lnosj\u202e.exe', 'lnosj.exe'],
    ['\u001b[31mred.jsonl', '[31mred.jsonl'],
    ['..', 'file'],
    ['', 'file'],
  ])('of %j is %j', (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });
});
