/** @file A button that sends something to a tenant; production has a different colour. */

import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { TenantKind } from '../../src-shared/contract.ts';
import classes from './tenant-button.module.css';

type TenantButtonProps = ButtonProps &
  Pick<ComponentProps<'button'>, 'onClick' | 'type'> & {
    kind: TenantKind | undefined;
    'data-autofocus'?: true | undefined;
  };

export function TenantButton({ kind, ...look }: TenantButtonProps) {
  return <Button {...look} className={classes['button'] ?? ''} data-kind={kind} />;
}
