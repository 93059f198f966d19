/** @file The parts of every page: margins, header, the way back, and the loading state. */

import { Anchor, Loader, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  /** As wide as the window, as is good for reading, as forms need, or as they need with a list beside them. */
  width?: 'window' | 'reading' | 'form' | 'settings';
  /** Its parts stand close, so that more of a long table is seen. */
  isDense?: boolean;
  children: ReactNode;
}

export function Page({ width = 'window', isDense = false, children }: PageProps) {
  return (
    <div className={classes['page']} data-width={width} data-dense={isDense}>
      {children}
    </div>
  );
}

/** `children` are the actions on the whole page, at the end of the header. */
export function PageHeader({ title, intro, children }: { title: string; intro: string; children?: ReactNode }) {
  return (
    <HeaderRow>
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed" className={classes['intro'] ?? ''}>
          {intro}
        </Text>
      </div>
      {children}
    </HeaderRow>
  );
}

/** A custom header: its content, and actions next to it. */
export function HeaderRow({ children }: { children: ReactNode }) {
  return <header className={classes['header']}>{children}</header>;
}

/** A link to another page, or a button when the target is on this one. */
export function BackLink({ children, ...way }: { children: string } & ({ href: string } | { onClick: () => void })) {
  const content = (
    <>
      <IconArrowLeft size={16} aria-hidden /> {children}
    </>
  );
  const className = classes['back'] ?? '';
  return 'href' in way ? (
    <Anchor href={way.href} className={className}>
      {content}
    </Anchor>
  ) : (
    <Anchor component="button" type="button" onClick={way.onClick} className={className}>
      {content}
    </Anchor>
  );
}

export function Loading({ children }: { children: string }) {
  return (
    <div role="status" className={classes['loading']}>
      <Loader size="sm" /> {children}
    </div>
  );
}
