/** @file Around what might fail while it is shown: what is outside keeps working, and here a person can try again. */

import { Button, Group, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { Page } from '../frame/page.tsx';
import { boundaryTexts } from '../texts/errors.ts';

/** The code of a page did not arrive. */
export class PageNotLoaded extends Error {}

interface TroubleBoundaryProps {
  /** What is shown, such as the address of a page: something else is tried without being asked. */
  shown: string;
  children: ReactNode;
}

interface Trouble {
  shown: string;
  thrown: unknown;
}

/** React knows no other way to catch an error than a class. */
export class TroubleBoundary extends Component<TroubleBoundaryProps, { trouble: Trouble | undefined }> {
  override state: { trouble: Trouble | undefined } = { trouble: undefined };

  static getDerivedStateFromError(thrown: unknown) {
    // Not known here, and filled in as soon as it is.
    return { trouble: { shown: '', thrown } };
  }

  static getDerivedStateFromProps({ shown }: TroubleBoundaryProps, { trouble }: { trouble: Trouble | undefined }) {
    if (trouble === undefined || trouble.shown === shown) return null;
    return { trouble: trouble.shown === '' ? { ...trouble, shown } : undefined };
  }

  override render() {
    const { trouble } = this.state;
    if (trouble === undefined) return this.props.children;
    // A browser never asks again for code that did not arrive, unless the window is loaded again.
    const isMissing = trouble.thrown instanceof PageNotLoaded;
    const { title, text } = isMissing ? boundaryTexts.notLoaded : boundaryTexts.failed;
    const reload = () => location.reload();
    return (
      <Page width="reading">
        <div role="alert">
          <Title order={1}>{title}</Title>
          <Text mt="xs">{text}</Text>
        </div>
        <Group>
          <Button onClick={isMissing ? reload : () => this.setState({ trouble: undefined })}>
            {message('Try again')}
          </Button>
          {!isMissing && (
            <Button variant="default" onClick={reload}>
              {message('Reload the window')}
            </Button>
          )}
        </Group>
      </Page>
    );
  }
}
