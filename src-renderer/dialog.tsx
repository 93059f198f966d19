/** @file A dialog about something; what it shows stays while it fades, and the focus goes back to where it came from. */

import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface DialogProps<Subject> extends Omit<ModalProps, 'opened' | 'title' | 'children'> {
  /** What it is about; undefined while it is closed. */
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
