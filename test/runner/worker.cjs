'use strict';

// worker.cjs END_MS: runs the test files that its parent names, one after the other, and answers with the results of each.

const { inspect } = require('node:util');

Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: [], UVU_INDEX: 0 });
const uvu = require('uvu');
// By its path, since its exports have no types.
require(require.resolve('tsx'));
const { closeAll } = require('./leftovers.cjs');

/**
 * uvu's function that runs a suite.
 *
 * @typedef {() => Promise<[errors: string | true, passed: number, skipped: number, total: number]>} Run
 */

/**
 * Bound of what ends a file after a failed test, in milliseconds: a connection that the test left open may keep a server from
 * closing.
 */
const END_MS = Number(process.argv[2]);

/** Of the file that runs: whether one of its tests has failed, and whether the first failure ends it. */
const state = { hasFailed: false, bail: false };

/**
 * Adds to a suite what uvu lacks: whatever a test or a hook throws is printed, hooks after a failed test have a bound, and the first
 * failure is known before all tests have run.
 *
 * @param {any} suite
 */
function telling(suite) {
  /** @param {(name: string, handler: (context: unknown) => unknown) => void} add */
  const watched = add => (/** @type {string} */ name, /** @type {(context: unknown) => unknown} */ handler) =>
    add(name, async context => {
      if (state.hasFailed && state.bail) return;
      try {
        await handler(context);
      } catch (error) {
        state.hasFailed = true;
        throw withStack(error);
      }
    });
  /**
   * @param {(hook: (context: unknown) => unknown) => void} add
   * @param {(work: Promise<unknown>) => Promise<unknown>} within
   */
  const told = (add, within) => (/** @type {(context: unknown) => unknown} */ hook) =>
    add(async context => {
      try {
        await within((async () => hook(context))());
      } catch (error) {
        state.hasFailed = true;
        console.error('\n  A hook failed:', error);
        throw error;
      }
    });
  /** @param {any} hooks @param {(work: Promise<unknown>) => Promise<unknown>} within */
  const both = (hooks, within) => Object.assign(told(hooks, within), { each: told(hooks.each, within) });
  return Object.assign(watched(suite), suite, {
    only: watched(suite.only),
    before: both(suite.before, work => work),
    after: both(suite.after, withinEnd),
  });
}

/**
 * @param {Promise<unknown>} work
 * @throws if a test has failed and the work takes longer than END_MS
 */
async function withinEnd(work) {
  if (!state.hasFailed) return work;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const overdue = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`It did not end within ${END_MS / 1000} s of a failed test`)),
      END_MS,
    );
  });
  await Promise.race([work, overdue]).finally(() => clearTimeout(timer));
}

/**
 * For what has no stack, such as an `ApiError`, uvu ends the file without a word.
 *
 * @param {any} error whatever a test has thrown
 */
const withStack = error => (error?.stack ? error : new Error(inspect(error)));

const { suite, test } = uvu;
Object.assign(uvu, {
  test: telling(test),
  suite: (/** @type {any[]} */ ...args) => telling(suite(...args)),
});

process.on('message', async (/** @type {{ file: string, bail: boolean }} */ { file, bail }) => {
  // With an unreferenced channel, a test that waits for nothing ends the process, which is told; otherwise it would wait forever.
  process.channel?.unref();
  /** @type {Run[]} */
  const suites = [];
  Object.assign(globalThis, { UVU_QUEUE: [suites] });
  Object.assign(state, { hasFailed: false, bail });
  require(file);
  const sum = { passed: 0, skipped: 0, total: 0 };
  for (const run of suites) {
    const [errors, passed, skipped, total] = await run();
    sum.passed += passed;
    sum.skipped += skipped;
    sum.total += total;
    if (errors !== true) process.stdout.write(`\n${errors}\n`);
  }
  try {
    await withinEnd(closeAll());
  } catch (error) {
    console.error('\n  What a test has left cannot be closed:', error);
  }
  process.channel?.ref();
  // With bail nothing else runs, so nobody waits for what the test has left.
  process.send?.(sum, () => state.hasFailed && bail && process.exit(1));
});
