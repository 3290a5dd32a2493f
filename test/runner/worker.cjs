'use strict';

// worker.cjs END_MS: runs test files one after the other as they are named to it, and answers with what each came to.

Object.assign(globalThis, { UVU_DEFER: 1, UVU_QUEUE: [], UVU_INDEX: 0 });
const uvu = require('uvu');
// By its path: what it exports has no types.
require(require.resolve('tsx'));
const { closeAll } = require('./leftovers.cjs');

/**
 * What uvu makes of a suite.
 *
 * @typedef {() => Promise<[errors: string | true, passed: number, skipped: number, total: number]>} Run
 */

/**
 * What a file's end may take where a test has failed: then what the test has left open may keep a server from closing.
 */
const END_MS = Number(process.argv[2]);

/** Of the file that runs: whether one of its tests has failed, and whether the others run then. */
const state = { hasFailed: false, bail: false };

/**
 * uvu says nothing of a hook that throws, waits for one without end, and does not tell of a failure until all tests have run.
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
        throw error;
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
 * @throws where it takes longer than it may, after a failure
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

const { suite, test } = uvu;
Object.assign(uvu, {
  test: telling(test),
  suite: (/** @type {any[]} */ ...args) => telling(suite(...args)),
});

process.on('message', async (/** @type {{ file: string, bail: boolean }} */ { file, bail }) => {
  // A test that waits for what never comes ends the process, instead of waiting for the next file's name.
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
  // Nothing else runs then, so that nobody waits for what the test has left.
  process.send?.(sum, () => state.hasFailed && bail && process.exit(1));
});
