/** @file A row, a cell or a row group of the grid. An HTML table could not leave out the rows outside the view. */

import type { ComponentProps } from 'react';

interface GridPartProps extends ComponentProps<'div'> {
  role: 'grid' | 'rowgroup' | 'row' | 'columnheader' | 'gridcell';
}

export function GridPart(props: GridPartProps) {
  return <div {...props} />;
}
