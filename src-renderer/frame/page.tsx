/** @file What the content of every page is made of: its edges, its header, the way back, and the wait for it. */

import { Anchor, Loader, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './page.module.css';

/** `width`: as wide as the window, as lines are read, or as forms are filled in. */
export function Page({ width = 'window', children }: { width?: 'window' | 'reading' | 'form'; children: ReactNode }) {
  return (
    <div className={classes['page']} data-width={width}>
      {children}
    </div>
  );
}

/** `children` stand at its end: what can be done with the whole page. */
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

/** A header of one's own: what it is about, and beside it what can be done. */
export function HeaderRow({ children }: { children: ReactNode }) {
  return <header className={classes['header']}>{children}</header>;
}

/** A link to another page, or a button where the way back is on this one. */
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
