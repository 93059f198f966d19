/** @file A button that opens the dialog of the browser for files. */

import { type FileButtonProps, FileButton as PlainFileButton } from '@mantine/core';
import { useRef } from 'react';

/** The same file can be chosen again, once it was changed: a browser tells only of another choice than the one before. */
export function FileButton<Multiple extends boolean = false>({ onChange, ...props }: FileButtonProps<Multiple>) {
  const reset = useRef<() => void>(null);
  const take = (chosen: Parameters<typeof onChange>[0]) => {
    onChange(chosen);
    reset.current?.();
  };
  return <PlainFileButton {...props} resetRef={reset} onChange={take} />;
}
