/** @file What becomes of the kept templates as one is kept: a new one, another version of one, or nothing. */

import type { Bridge } from '../../src-preload/bridge.ts';
import type { Result, Template, TemplateRow } from '../../src-shared/contract.ts';

export interface KeptTemplate {
  now: TemplateRow;
  /** The one of this name that was there before. */
  before: TemplateRow | undefined;
}

/** Or why it was not kept. */
export async function keepTemplate(
  { invoke }: Pick<Bridge, 'invoke'>,
  template: Template,
): Promise<Result<KeptTemplate | undefined>> {
  const before = await invoke['templates.list']();
  const after = await invoke['templates.keep']({ template });
  if (!after.ok) return after;
  const now = after.value.find(({ name }) => name === template.name);
  return {
    ok: true,
    value: now && { now, before: before.ok ? before.value.find(({ id }) => id === now.id) : undefined },
  };
}
