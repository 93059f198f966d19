/** @file How long a thread computes without a pause, while other things wait for it. */

/** The longest computation, in milliseconds, during which nothing else could happen while `work` was done. */
export async function longestStep(work: () => Promise<void>): Promise<number> {
  let [longest, isOver, before] = [0, false, process.threadCpuUsage()];
  const note = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
  };
  const look = () => {
    note();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isOver = true;
  note();
  return longest;
}
