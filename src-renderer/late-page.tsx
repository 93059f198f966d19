/** @file Pages of the window whose code is loaded after the first view, so that it does not wait for them. */

import { type ComponentType, lazy, Suspense, useState } from 'react';
import { message } from '../src-shared/languages/message.ts';
import { PageNotLoaded } from './errors/trouble-boundary.tsx';
import { Loading, Page as PageFrame } from './frame/page.tsx';

export interface LatePage<Props> {
  /** Shows the page; while its code is on its way, that it is loading. */
  Page: ComponentType<Props>;
  /** Loads the code: what is loaded is shown at once. */
  load: () => Promise<unknown>;
}

/** A page that is loaded when it is first shown, or before. */
export function latePage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading = message('Loading…'),
): LatePage<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    try {
      loaded ??= await load();
    } catch (cause) {
      throw new PageNotLoaded('The code of a page did not arrive.', { cause });
    }
    return { default: loaded };
  };
  const Late = lazy(loadOnce);
  const Page = (props: Props) => {
    // Decided once: another kind of component would begin again with everything that was typed.
    const [Shown] = useState(() => loaded ?? Late);
    return (
      <Suspense
        fallback={
          <PageFrame>
            <Loading>{loading}</Loading>
          </PageFrame>
        }
      >
        <Shown {...props} />
      </Suspense>
    );
  };
  return { Page, load: loadOnce };
}
