'use strict';

// Makes the code of commands and of their processes and threads, for an image that cannot be written later.

const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { bundled } = require('../../build/common/bundle.cjs');

const ENTRIES = [
  ...[
    'build/commands/build.ts',
    'build/commands/edge.ts',
    'build/commands/index.ts',
    'build/commands/verify.ts',
  ],
  ...[
    'build/commands/sync.ts',
    'build/worker.ts',
    'build/search/embedded/index/analysis-worker.ts',
    'build/search/documents/files-at-hand-worker.ts',
    'build/verify/worker.ts',
  ],
  ...[
    'shim/main.ts',
    'shim/keys/main.ts',
    'shim/doctor/main.ts',
    'build/search/embedded/find/worker.ts',
    'shim/routes/diff-worker.ts',
  ],
];

for (const entry of ENTRIES) bundled(pathToFileURL(path.join(__dirname, '../..', entry)));
