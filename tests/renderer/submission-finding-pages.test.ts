import { describe, expect, it } from 'vitest';
import { FindingPages, PAGE_SIZE } from '../../src-renderer/submission/finding-pages.ts';
import type { FindingRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';

const finding = (line: number): FindingRow => ({ line, rule: 'field.type', severity: 'error', path: '', message: '' });
const error = new AppError('internal.unexpected', { problem: 'none' }).toRecord();

/** Pages whose answers the test controls. */
function controlled() {
  const asked: number[] = [];
  const answers: ((result: Parameters<typeof settle>[0]) => void)[] = [];
  const settle = (_: { ok: true; value: FindingRow[] } | { ok: false; error: typeof error }) => {};
  const pages = new FindingPages((offset) => {
    asked.push(offset / PAGE_SIZE);
    return new Promise((resolve) => answers.push(resolve));
  });
  const answer = async (ok = true) => {
    const offset = (asked[asked.length - answers.length] ?? 0) * PAGE_SIZE;
    const value = Array.from({ length: PAGE_SIZE }, (_, index) => finding(offset + index));
    answers.shift()?.(ok ? { ok: true, value } : { ok: false, error });
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { pages, asked, answer };
}

describe('The pages of findings', () => {
  it('Pages of findings are loaded when they come into view', async () => {
    const { pages, answer } = controlled();
    pages.look(0, 20);
    expect(pages.at(7)).toBeUndefined();
    await answer();
    expect(pages.at(7)).toEqual(finding(7));
  });

  it('Pages of findings are requested once', async () => {
    const { pages, asked, answer } = controlled();
    pages.look(0, 20);
    pages.look(1, 21);
    await answer();
    pages.look(2, 22);
    expect(asked).toEqual([0]);
  });

  it('Pages of findings are skipped when they leave the view before their turn', async () => {
    const { pages, asked, answer } = controlled();
    pages.look(0, 3 * PAGE_SIZE);
    pages.look(5000 * PAGE_SIZE, 5000 * PAGE_SIZE + 10);
    await answer();
    expect(asked).toEqual([0, 1, 5000]);
  });

  it('Pages of findings are dropped when they have not been viewed for long', async () => {
    const { pages, answer } = controlled();
    for (let page = 0; page <= 50; page++) {
      pages.look(page * PAGE_SIZE, page * PAGE_SIZE + 10);
      await answer();
    }
    expect([pages.at(0), pages.at(PAGE_SIZE)]).toEqual([undefined, finding(PAGE_SIZE)]);
  });

  it('Pages of findings notify React when one has arrived', async () => {
    const { pages, answer } = controlled();
    let told = 0;
    pages.subscribe(() => told++);
    pages.look(0, 10);
    await answer();
    expect([told, pages.version()]).toEqual([1, 1]);
  });

  it('Pages of findings are not requested repeatedly after a failure', async () => {
    const { pages, asked, answer } = controlled();
    pages.look(0, 10);
    await answer(false);
    pages.look(0, 11);
    expect([pages.error, asked]).toEqual([error, [0]]);
  });

  it('Pages of findings are requested again when a person asks for it', async () => {
    const { pages, asked, answer } = controlled();
    pages.look(0, 10);
    await answer(false);
    pages.retry();
    expect([pages.error, asked]).toEqual([undefined, [0, 0]]);
  });
});
