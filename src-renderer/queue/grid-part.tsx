/** @file A row, a cell or a group of rows of the grid. HTML's own table cannot leave out rows that nobody sees. */

import type { ComponentProps } from 'react';

interface GridPartProps extends ComponentProps<'div'> {
  role: 'grid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell';
}

export function GridPart(props: GridPartProps) {
  return <div {...props} />;
}
