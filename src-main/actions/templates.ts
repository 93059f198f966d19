/** @file The commands about the kept templates: of an app, or beside a process that holds the data folder. */

import type { Template, TemplateRow, TemplateVersion } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { together } from '../../src-shared/languages/fact.ts';
import type { KeptTemplate, KeptTemplates, TemplateVersion as KeptVersion } from '../prepare/kept-templates.ts';
import { changesBetween } from '../templates/template-changes.ts';
import { templateDigest, templateText } from '../templates/template-file.ts';
import { templateProblems } from '../templates/template-problems.ts';
import type { CommandHandlers } from './ports.ts';

type TemplateCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `templates.${string}`>>;

export function templateCommands(templates: KeptTemplates): TemplateCommands {
  const shown = (): TemplateRow[] => templates.all().map(templateShown);
  return {
    'templates.list': shown,
    'templates.read': ({ id, version }) => ({ text: templateText(templateOfVersion(templates, id, version)) }),
    'templates.versions': ({ id }) => templates.versions(id).map(versionShown).toReversed(),
    'templates.keep': ({ template }) => {
      requireUsable(template);
      templates.keep(template);
      return shown();
    },
    'templates.rename': ({ id, name }) => {
      templates.rename(id, name);
      return shown();
    },
    'templates.goBack': ({ id, version }) => {
      templates.goBack(id, version);
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
    throw new AppError('template.unreadable', { path: template.name, problem: together(problems) });
}

/** @throws AppError template.unknown */
function templateOfVersion(templates: KeptTemplates, id: string, version: number | undefined): Template {
  if (version === undefined) return templates.get(id).template;
  const found = templates.versions(id).find(({ number }) => number === version);
  if (found === undefined) throw new AppError('template.unknown', {});
  return found.template;
}

function versionShown(
  { number, template, madeAt, madeBy }: KeptVersion,
  at: number,
  all: readonly KeptVersion[],
): TemplateVersion {
  const before = all[at - 1];
  return {
    number,
    name: template.name,
    sha256: templateDigest(template),
    isPresent: at === all.length - 1,
    ...(madeAt !== undefined && { madeAt }),
    ...(madeBy !== undefined && madeBy !== '' && { madeBy }),
    changes: before === undefined ? [] : changesBetween(before.template, template),
  };
}

function templateShown({ id, usedAt, template, version = 1 }: KeptTemplate): TemplateRow {
  const { name, reading, columns, fields } = template;
  return {
    id,
    name,
    format: reading.format,
    columns: columns.length,
    fields: Object.keys(fields).length,
    sha256: templateDigest(template),
    version,
    ...(usedAt !== undefined && { usedAt }),
  };
}
