/** @file For the window benchmark: what runs in the page itself, before its own code. Plain JavaScript, as `bench`. */

globalThis.bench = {
  /** When the page got how far, in milliseconds since its own start. */
  opening: {},
  keys: [],

  /** Notes the opening of a page that is to show so many submissions. */
  watchOpening(rows) {
    const { opening } = bench;
    const whole = Promise.withResolvers();
    bench.whole = whole.promise;
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
      opening.codeRuns ??= performance.now();
      const { id, name } = JSON.parse(data);
      if (name === 'queue.snapshot' || name === 'queue.older') {
        opening.asked ??= performance.now();
        this.addEventListener('message', ({ data: received }) => {
          if (!received.startsWith(`{"id":${id},`)) return;
          opening.received ??= performance.now();
          opening.receivedBytes ??= received.length;
          const { result } = JSON.parse(received);
          const isLast = name === 'queue.older' ? result.value.before === undefined : result.value.older === undefined;
          if (!isLast) return;
          opening.whole = performance.now();
          whole.resolve();
        });
      }
      send.call(this, data);
    };
    const { promise, resolve } = Promise.withResolvers();
    bench.shown = promise;
    const observer = new MutationObserver(() => {
      const row = document.querySelector(`[role=grid][aria-rowcount="${rows + 1}"] [data-submission]`);
      if (!row || row.getBoundingClientRect().height === 0) return;
      observer.disconnect();
      bench.afterNextFrame(() => {
        opening.shown = performance.now();
        resolve();
      });
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  },

  /** A task after the next frame comes after that frame was painted. */
  afterNextFrame(work) {
    requestAnimationFrame(() => setTimeout(work));
  },

  /** Scrolls through the list as a wheel does, down and up; resolves with the frames that were painted a second. */
  async scroll(seconds) {
    let list = document.querySelector('[data-submission]');
    while (!(list.scrollHeight > list.clientHeight && /auto|scroll/.test(getComputedStyle(list).overflowY)))
      list = list.parentElement;
    const began = performance.now();
    let frames = 0;
    for (let now = began; now < began + 1000 * seconds; frames++) {
      list.scrollTop += Math.floor((now - began) / 5000) % 2 === 0 ? 120 : -120;
      now = await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    list.scrollTop = 0;
    return frames / seconds;
  },

  /** Notes how long each key takes until the frame that shows it. */
  watchKeys() {
    document.addEventListener('input', () => {
      const began = performance.now();
      bench.afterNextFrame(() => bench.keys.push(performance.now() - began));
    });
  },
};
