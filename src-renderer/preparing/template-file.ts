/** @file The text of a template that a person picks. */

import type { Result } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';

/** Decoding would replace what is not UTF-8, and so change the names of columns. */
export async function textOfTemplate(file: Pick<File, 'name' | 'arrayBuffer'>): Promise<Result<string>> {
  const bytes = await file.arrayBuffer();
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const problem = fact('this is not UTF-8. Save it as UTF-8.');
    return { ok: false, error: new AppError('template.unreadable', { path: file.name, problem }).toRecord() };
  }
}
