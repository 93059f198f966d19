/** @file How the list looks: comfortable or compact rows, whether files stand together that came together, and whether details open beside it. */

import { ActionIcon, SegmentedControl } from '@mantine/core';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconFolders,
  IconLayoutSidebarRight,
} from '@tabler/icons-react';
import type { Settings } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useListLook } from '../stores.ts';
import { lookTexts } from '../texts/queue.ts';
import classes from './list-look-controls.module.css';
import { useIsWide } from './use-opening.ts';

type Rows = Settings['list']['rows'];

const choices = [
  ['comfortable', IconBaselineDensityMedium],
  ['compact', IconBaselineDensitySmall],
] as const satisfies readonly (readonly [Rows, typeof IconBaselineDensityMedium])[];

export function ListLookControls() {
  const rows = useListLook((look) => look.rows);
  const grouping = useListLook((look) => look.grouping);
  const details = useListLook((look) => look.details);
  const change = useListLook((look) => look.change);
  const isWide = useIsWide();
  return (
    <div className={classes['controls']}>
      <SegmentedControl<Rows>
        aria-label={message('Height of the rows')}
        value={rows}
        onChange={(wanted) => change({ rows: wanted })}
        data={choices.map(([value, Icon]) => ({
          value,
          label: (
            <span className={classes['choice']} title={lookTexts.choices[value]}>
              <Icon size={18} stroke={1.8} aria-hidden />
              <span className="unseen">{lookTexts.choices[value]}</span>
            </span>
          ),
        }))}
      />
      <ActionIcon
        variant="default"
        className={classes['beside'] ?? ''}
        size={36}
        aria-pressed={grouping === 'together'}
        aria-label={lookTexts.groupings.together}
        title={message(
          'The files of a folder, of one drop, of a preparation or of a watched day are one row that opens.',
        )}
        onClick={() => change({ grouping: grouping === 'together' ? 'single' : 'together' })}
      >
        <IconFolders size={18} stroke={1.8} aria-hidden />
      </ActionIcon>
      {isWide && (
        <ActionIcon
          variant="default"
          className={classes['beside'] ?? ''}
          size={36}
          aria-pressed={details === 'beside'}
          aria-label={message('Show details beside the list')}
          title={message('A click on a row shows its details beside the list. Otherwise it opens its page.')}
          onClick={() => change({ details: details === 'beside' ? 'page' : 'beside' })}
        >
          <IconLayoutSidebarRight size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
