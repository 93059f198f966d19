/** @file How each script of the workflows ends: with a sentence, and exit code 0 or 1. */

/** Prints what the work returns, or the message of what it throws. @param work gets the arguments of the script */
export async function run(work: (values: string[]) => string | Promise<string>): Promise<void> {
  try {
    console.log(await work(process.argv.slice(2)));
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : String(thrown));
    process.exitCode = 1;
  }
}
