/** @file `WebFrameMain`: the document that a frame shows. It ends with the document, and the next one is another. */

import type { WebFrameMain } from 'electron';
import { conform, ElectronEmitter, typeName } from '../api/conformity.ts';
import { toApp } from './addresses.ts';

const GONE = 'Render frame was disposed before WebFrameMain could be accessed';

/** A change of the address within the document; not for the app. */
export let moveFrame: (frame: FrameDouble, address: string) => void;
/** The document has gone; not for the app. */
export let endFrame: (frame: FrameDouble) => void;

export class FrameDouble
  extends ElectronEmitter
  implements Pick<WebFrameMain, 'url' | 'origin' | 'isDestroyed' | 'detached'>
{
  static override readonly [typeName] = 'WebFrameMain';
  #address: string;
  #isGone = false;

  constructor(address: string) {
    super();
    this.#address = address;
  }

  get url(): string {
    this.#requireLife();
    return toApp(this.#address);
  }

  get origin(): string {
    this.#requireLife();
    const address = toApp(this.#address);
    return /^[^:]+:\/\/[^/]*/.exec(address)?.[0] ?? 'null';
  }

  get detached(): boolean {
    return this.#isGone;
  }

  isDestroyed(): boolean {
    return this.#isGone;
  }

  #requireLife(): void {
    if (this.#isGone) throw new Error(GONE);
  }

  static {
    moveFrame = (frame, address) => {
      frame.#address = address;
    };
    endFrame = (frame) => {
      frame.#isGone = true;
    };
  }
}

conform(FrameDouble.prototype, 'WebFrameMain');
