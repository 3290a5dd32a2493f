'use strict';

// A worker for tests: node readiness-worker.cjs PROBLEM. It tells its primary what it is ready for, then something else, and has
// from then on the problem that it is sent.

require(require.resolve('tsx'));
const { Readiness } = require('../../../shim/http/readiness.ts');
const { reportReadiness } = require('../../../shim/workers/readiness.ts');

/** @type {string | null} */
let problem = process.argv[2] ?? null;
const readiness = new Readiness();
readiness.require(() => problem);
process.on('message', (/** @type {{ problem: string | null }} */ message) => {
  problem = message.problem;
});
reportReadiness(readiness);
process.send?.({ kind: 'other' });
