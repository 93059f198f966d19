/** @file A thread that takes more memory than it may have: the self-test looks whether only the thread ends. */

const kept: string[][] = [];
for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => `${kept.length} ${index}`));
