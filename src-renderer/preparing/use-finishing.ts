/** @file How a preparation goes on once it is decided: over which connection, with which options, and what is kept of it. */

import { useEffect, useState } from 'react';
import type { PreparationDraft, SendOptions, TemplateRow, TenantKind } from '../../src-shared/contract.ts';
import { useRememberedOptions } from '../add-files/remembered-options.ts';
import { useBridge } from '../bridge-context.ts';
import { useConnections, usePreparation } from '../stores.ts';

export interface Finishing {
  options: SendOptions | undefined;
  setOptions: (options: SendOptions) => void;
  /** Of the connection; undefined where none is chosen. */
  kind: TenantKind | undefined;
  /** Whether the template is kept for the next export. */
  isKept: boolean;
  /** The kept one of its name, which it would change. */
  namesake: TemplateRow | undefined;
  setKept: (isKept: boolean) => void;
  send: (options: SendOptions) => Promise<void>;
  save: (continues: boolean) => Promise<void>;
}

export function useFinishing(draft: PreparationDraft): Finishing {
  const bridge = useBridge();
  const prepare = usePreparation((state) => state.prepare);
  const save = usePreparation((state) => state.save);
  const [options, setOptions] = useRememberedOptions();
  const isChanged = usePreparation((state) => state.past.length > 0);
  const keepTemplate = usePreparation((state) => state.keepTemplate);
  const [templates, setTemplates] = useState<readonly TemplateRow[]>([]);
  useEffect(() => {
    void bridge.invoke['templates.list']().then((result) => {
      if (result.ok) setTemplates(result.value);
    });
  }, [bridge]);
  // What was changed for these files alone must not change the template of every day by itself.
  const [choice, setKept] = useState<boolean>();
  const namesake = templates.find(({ name }) => name === draft.template.name);
  const isKept = choice ?? !(isChanged && namesake !== undefined);
  const kind = useConnections(({ connections }) => connections?.find(({ name }) => name === options?.connection)?.kind);
  return {
    options,
    setOptions,
    kind,
    isKept,
    namesake,
    setKept,
    send: async (chosen) => {
      if (isKept) await keepTemplate();
      await prepare(chosen);
    },
    save: async (continues) => {
      if (isKept) await keepTemplate();
      await save(continues);
    },
  };
}
