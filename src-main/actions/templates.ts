/** @file The commands about the kept templates: of an app, or beside a process that holds the data folder. */

import type { Template, TemplateRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { KeptTemplate, KeptTemplates } from '../prepare/kept-templates.ts';
import { templateDigest, templateText } from '../templates/template-file.ts';
import { templateProblems } from '../templates/template-problems.ts';
import type { CommandHandlers } from './ports.ts';

type TemplateCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `templates.${string}`>>;

export function templateCommands(templates: KeptTemplates): TemplateCommands {
  const shown = (): TemplateRow[] => templates.all().map(templateShown);
  return {
    'templates.list': shown,
    'templates.read': ({ id }) => ({ text: templateText(templates.get(id).template) }),
    'templates.keep': ({ template }) => {
      requireUsable(template);
      templates.keep(template);
      return shown();
    },
    'templates.rename': ({ id, name }) => {
      templates.rename(id, name);
      return shown();
    },
    'templates.copy': ({ id }) => {
      templates.copy(id);
      return shown();
    },
    'templates.remove': ({ id }) => {
      templates.remove(id);
      return shown();
    },
    'templates.import': ({ text, name }) => {
      templates.import(text, name);
      return shown();
    },
  };
}

/** @throws AppError template.unreadable */
export function requireUsable(template: Template): void {
  const problems = templateProblems(template);
  if (problems.length > 0)
    throw new AppError('template.unreadable', { path: template.name, problem: problems.join(' ') });
}

function templateShown({ id, usedAt, template }: KeptTemplate): TemplateRow {
  const { name, reading, columns, fields } = template;
  return {
    ...{ id, name, format: reading.format, columns: columns.length, fields: Object.keys(fields).length },
    sha256: templateDigest(template),
    ...(usedAt !== undefined && { usedAt }),
  };
}
