'use strict';

// A process for tests: node stop-worker.cjs DELAY BOUND CLOSING. It says what becomes of it, and ends as it is told. CLOSING is
// good, failing or endless.

require(require.resolve('tsx'));
const { writeSync } = require('node:fs');
const { setTimeout: wait } = require('node:timers/promises');
const { stopOnSignals } = require('../../../shim/workers/stop.ts');

const [delay, bound, closing] = process.argv.slice(2);
const say = (/** @type {string} */ line) => writeSync(1, `${line}\n`);

stopOnSignals({
  delay: Number(delay),
  bound: Number(bound),
  leave: () => say('leaves'),
  async close() {
    say('closes');
    if (closing === 'failing') throw new Error('what was open stays open');
    if (closing === 'endless') await new Promise(() => {});
  },
  async flush() {
    await wait(100);
    say('flushed');
  },
});
setInterval(() => {}, 60_000);
say('runs');
