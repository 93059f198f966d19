/**
 * @file A dialog about a subject. Its content stays while it fades out, and the focus returns to its earlier element. And
 * the buttons at the end of a dialog.
 */

import { Group, Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './dialog.module.css';

interface DialogProps<Subject> extends Omit<ModalProps, 'opened' | 'title' | 'children'> {
  /** The subject of the dialog; undefined while it is closed. */
  subject: Subject | undefined;
  title: (subject: Subject) => string;
  children: (subject: Subject) => ReactNode;
}

export function Dialog<Subject>({ subject, title, children, ...look }: DialogProps<Subject>) {
  const [latest, setLatest] = useState<Subject>();
  if (subject !== undefined && subject !== latest) setLatest(() => subject);
  const shown = subject ?? latest;
  return (
    <Modal {...look} opened={subject !== undefined} title={shown !== undefined && <bdi>{title(shown)}</bdi>}>
      {shown !== undefined && children(shown)}
    </Modal>
  );
}

/** Anywhere in the window: what lies behind hears no keys. */
export const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Stay in sight at the lower edge of the dialog, however long it is. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="xs" className={classes['buttons'] ?? ''}>
      {children}
    </Group>
  );
}
