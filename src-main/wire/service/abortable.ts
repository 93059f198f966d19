/** @file Shared waiting: each caller may leave, and the work continues for the others. */

/** Settles as `promise` does, or rejects with the signal's reason as soon as it aborts. */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** Runs one task at a time for any number of callers, and aborts it once the last of them has left. */
export class SharedRun<Value> {
  readonly #work: (signal: AbortSignal) => Promise<Value>;
  #current: { result: Promise<Value>; controller: AbortController; callers: number } | undefined;

  constructor(work: (signal: AbortSignal) => Promise<Value>) {
    this.#work = work;
  }

  /** Resolves with the result of the run under way, or of a new one. */
  async join(signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted();
    this.#current ??= this.#start();
    const run = this.#current;
    run.callers += 1;
    try {
      return await abortable(run.result, signal);
    } finally {
      run.callers -= 1;
      if (run.callers === 0) {
        run.controller.abort();
        if (this.#current === run) this.#current = undefined;
      }
    }
  }

  #start() {
    const controller = new AbortController();
    const run = { result: this.#work(controller.signal), controller, callers: 0 };
    const end = () => {
      if (this.#current === run) this.#current = undefined;
    };
    run.result.then(end, end);
    return run;
  }
}
