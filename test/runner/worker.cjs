'use strict';

// Runs test files one after the other as they are named to it, and answers with what each came to.

Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: [], UVU_INDEX: 0 });
// By its path: what it exports has no types.
require(require.resolve('tsx'));

/** What uvu makes of a suite. @typedef {() => Promise<[errors: string | true, passed: number, skipped: number, total: number]>} Run */

process.on('message', async message => {
  // A test that waits for what never comes ends the process, instead of waiting for the next file's name.
  process.channel?.unref();
  /** @type {Run[]} */
  const suites = [];
  Object.assign(globalThis, { UVU_QUEUE: [suites] });
  require(/** @type {string} */ (message));
  const sum = { passed: 0, skipped: 0, total: 0 };
  for (const run of suites) {
    const [errors, passed, skipped, total] = await run();
    sum.passed += passed;
    sum.skipped += skipped;
    sum.total += total;
    if (errors !== true) process.stdout.write(`\n${errors}\n`);
    else if (passed < total) process.stdout.write('\n  A hook before or after the tests failed.\n');
  }
  process.channel?.ref();
  process.send?.(sum);
});
