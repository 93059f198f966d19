/** @file What is decided about a folder before it is watched: the template, the connection, and when a file is complete. */

import { Button, Checkbox, Group, NumberInput, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { Result, WatchedFolderRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { type FolderToWatch, watchAddCommand } from '../../src-shared/watch-add-command.ts';
import { DEFAULT_SETTLE_SECONDS, MARKER_ENDING, MOST_SETTLE_SECONDS } from '../../src-shared/watching-limits.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { CopiedValue } from '../copied-value.tsx';
import { useConnections } from '../stores.ts';
import { watchingTexts } from '../texts/watching.ts';
import classes from './settings.module.css';

interface NewWatchedFolderProps {
  /** No path comes from a page: there, a person types the command that says the same. */
  isInBrowser: boolean;
  onAdded: (result: Result<WatchedFolderRow[]>) => void;
}

export function NewWatchedFolder({ isInBrowser, onAdded }: NewWatchedFolderProps) {
  const bridge = useBridge();
  const connections = useConnections((store) => store.connections) ?? [];
  const [templates, setTemplates] = useState<readonly string[]>([]);
  const [template, setTemplate] = useState<string | null>(null);
  const [connection, setConnection] = useState<string | null>(null);
  const { mayReleaseItself: mayRelease } = useAppInfo();
  const [release, setRelease] = useState(false);
  const [shared, setShared] = useState(false);
  const [complete, setComplete] = useState<Complete>({
    by: 'settling',
    seconds: DEFAULT_SETTLE_SECONDS,
    marker: '.done',
  });
  useEffect(() => {
    void bridge.invoke['templates.list']().then(
      (result) => result.ok && setTemplates([...new Set(result.value.map(({ name }) => name))]),
    );
  }, [bridge]);
  const chosen = connection ?? connections[0]?.name;
  const completion = completionOf(complete);
  const choices = chosen !== undefined &&
    completion !== undefined && {
      connection: chosen,
      release,
      shared,
      ...completion,
      ...(template !== null && { template }),
    };
  const add = async () => {
    if (choices !== false) onAdded(await bridge.invoke['watching.add'](choices));
  };
  return (
    <Stack gap="sm">
      <Group gap="md" align="end">
        <Select
          label={message('Template')}
          placeholder={message('None (JSON Lines)')}
          data={templates}
          value={template}
          onChange={setTemplate}
          clearable
        />
        <Select
          label={message('Connection')}
          placeholder={message('Choose a connection')}
          data={connections.map(({ name }) => ({ value: name, label: connectionInWords(name) }))}
          value={chosen ?? null}
          onChange={setConnection}
        />
      </Group>
      <CompleteForm complete={complete} onChange={setComplete} />
      <Checkbox
        label={watchingTexts.release}
        description={
          mayRelease
            ? watchingTexts.releaseHint
            : message('Sending without a person is not allowed by your IT: here, a person releases each file.')
        }
        disabled={!mayRelease}
        checked={release}
        onChange={(event) => setRelease(event.currentTarget.checked)}
      />
      <Checkbox
        label={message('Other users put files there, too')}
        description={message(
          'Needed where others may write to the folder. What they put there is taken, but nothing of yours is reached by it.',
        )}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      {isInBrowser ? (
        choices !== false && <CommandToType choices={choices} />
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={16} aria-hidden />}
            disabled={choices === false}
            onClick={() => void add()}
          >
            {watchingTexts.choose}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function CommandToType({ choices }: { choices: Omit<FolderToWatch, 'folder'> }) {
  const [path, setPath] = useState('');
  const folder = path.trim();
  return (
    <>
      <TextInput
        label={message('Path of the folder on this computer')}
        value={path}
        spellCheck={false}
        onChange={(event) => setPath(event.currentTarget.value)}
      />
      <Text size="sm">
        {message(
          'Tranship takes no paths from a page in a browser. Type this on the command line of this computer; the folder is then watched at once.',
        )}
      </Text>
      <CopiedValue
        what={message('the command')}
        value={watchAddCommand({ ...choices, folder: folder === '' ? message('FOLDER') : folder })}
      />
    </>
  );
}

/** When a file is complete, as it is typed. */
interface Complete {
  by: 'settling' | 'marker';
  seconds: number | string;
  marker: string;
}

/** Shorter is for tests of programs, on the command line. */
const LEAST_SECONDS = 1;

/** As the app takes it; undefined for what it would not take. */
function completionOf({ by, seconds, marker }: Complete): { settleSeconds: number } | { marker: string } | undefined {
  if (by === 'marker') return MARKER_ENDING.test(marker) ? { marker } : undefined;
  const settleSeconds = seconds === '' ? Number.NaN : Number(seconds);
  return settleSeconds >= LEAST_SECONDS && settleSeconds <= MOST_SETTLE_SECONDS ? { settleSeconds } : undefined;
}

interface CompleteFormProps {
  complete: Complete;
  onChange: (complete: Complete) => void;
}

function CompleteForm({ complete, onChange }: CompleteFormProps) {
  const { by, seconds, marker } = complete;
  const isRight = completionOf(complete) !== undefined;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={message('A file is complete')}
        value={by}
        onChange={(way) => onChange({ ...complete, by: way === 'marker' ? 'marker' : 'settling' })}
      >
        <Stack gap={6} mt={4}>
          <Radio value="settling" label={message('once it has not changed for some time')} />
          <Radio value="marker" label={message('once a marker file stands beside it')} />
        </Stack>
      </Radio.Group>
      {by === 'settling' ? (
        <NumberInput
          className={classes['completeField'] ?? ''}
          label={message('Seconds without a change')}
          description={message('Longer than the longest pause of the program that writes the file.')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={seconds}
          allowNegative={false}
          error={isRight ? undefined : message('A number of seconds from 1 to 86,400, which is a day.')}
          onChange={(typed) => onChange({ ...complete, seconds: typed })}
        />
      ) : (
        <TextInput
          className={classes['completeField'] ?? ''}
          label={message('Ending of the marker file')}
          description={
            isRight ? message('With november.csv{ending} there, november.csv is taken.', { ending: marker }) : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={41}
          value={marker}
          error={
            isRight
              ? undefined
              : message('An ending with a point at its start, such as .done: letters, digits, points and hyphens.')
          }
          onChange={(event) => onChange({ ...complete, marker: event.currentTarget.value.trim() })}
        />
      )}
    </Stack>
  );
}
