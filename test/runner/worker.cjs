'use strict';

// Runs test files one after the other as they are named to it, and answers with what each came to.

Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: [], UVU_INDEX: 0 });
const uvu = require('uvu');
// By its path: what it exports has no types.
require(require.resolve('tsx'));

/**
 * What uvu makes of a suite.
 *
 * @typedef {() => Promise<[errors: string | true, passed: number, skipped: number, total: number]>} Run
 */

/**
 * uvu says nothing of a hook that throws.
 *
 * @param {any} suite
 */
function tellHooks(suite) {
  /** @param {(hook: (context: unknown) => unknown) => void} add */
  const telling = add => (/** @type {(context: unknown) => unknown} */ hook) =>
    add(async context => {
      try {
        await hook(context);
      } catch (error) {
        console.error('\n  A hook failed:', error);
        throw error;
      }
    });
  for (const name of ['before', 'after'])
    suite[name] = Object.assign(telling(suite[name]), { each: telling(suite[name].each) });
  return suite;
}

const { suite, test } = uvu;
tellHooks(test);
Object.assign(uvu, { suite: (/** @type {any[]} */ ...args) => tellHooks(suite(...args)) });

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
  }
  process.channel?.ref();
  process.send?.(sum);
});
