/** @file Whether the modification ids of checked files can be found again. */

import { Checkbox } from '@mantine/core';
import { useIsManaged } from '../app-info.ts';
import { ManagedNote } from '../managed-note.tsx';
import { idIndexTexts } from '../texts/settings.ts';
import { type SectionProps, SettingsSection } from './settings-section.tsx';

export function IdIndexSection({ kept, settings: { idIndex } }: SectionProps) {
  const isManaged = useIsManaged()('idIndex');
  return (
    <SettingsSection title={idIndexTexts.title} kept={kept} name="idIndex">
      <ManagedNote isManaged={isManaged} />
      <Checkbox
        disabled={isManaged}
        label={idIndexTexts.keep}
        description={idIndexTexts.hint}
        checked={idIndex}
        onChange={(event) => kept.change('idIndex', event.currentTarget.checked)}
      />
    </SettingsSection>
  );
}
