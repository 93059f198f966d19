/** @file The template as a file: JSON that a person may edit and carry to another machine, its schema and its digest. */

import { createHash } from 'node:crypto';
import { AppError } from '../../src-shared/errors.ts';
import { fact, together } from '../../src-shared/languages/fact.ts';
import { type Template, templateSchema } from '../../src-shared/template-shapes.ts';
import { type HandWritten, parseHandWritten } from '../check/rules/hand-written.ts';
import { readUtf8 } from '../ground/files/utf8-file.ts';
import { templateProblems } from './template-problems.ts';

const handWritten: HandWritten<Template> = {
  schema: templateSchema,
  name: fact('template'),
  version: {
    read: 1,
    later: (versions) =>
      fact(
        'this template was made for a newer version of Tranship (template version {own}; this one reads version {read}). Update Tranship to use it.',
        versions,
      ),
  },
  unreadable: 'template.unreadable',
};

/** A template from its JSON text; `path` names it in the error. Throws AppError `template.unreadable`. */
export function parseTemplate(text: string, path: string): Template {
  const template = parseHandWritten(text, path, handWritten);
  const problems = templateProblems(template);
  if (problems.length > 0) throw new AppError('template.unreadable', { path, problem: together(problems) });
  return template;
}

/** Reads a template. Throws AppError `template.unreadable`, or `file.*` when the file cannot be read. */
export async function loadTemplate(path: string, signal?: AbortSignal): Promise<Template> {
  return parseTemplate(await readUtf8(path, handWritten.unreadable, signal), path);
}

/** The text of a template's file. */
export function templateText(template: Template): string {
  return `${JSON.stringify(template, null, 2)}\n`;
}

/**
 * The SHA-256 of what a template says, in hexadecimal. Neither the order of its keys nor the address of its schema
 * changes it.
 */
export function templateDigest({ $schema: _, ...template }: Template): string {
  return createHash('sha256').update(canonical(template)).digest('hex');
}

/** JSON with the keys of each object in the order of their UTF-16 units, and nothing between. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`;
}
