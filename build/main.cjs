// The build's entry for Node. It needs no more of tsx than its loader for `require`, which starts three times as fast
// as the one for `import`: a rebuild without changes takes hardly longer than starting. The packages that every build
// needs come first, since the loader would look through each of their files.

// A build is short: V8 gets back less than the time that it takes to inline deeply (4% of a cold build on Node 20,
// nothing on Node 24). A V8 without that flag would say so, and go on.
require('node:v8').setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');

require('fast-glob');
require('libsql');
require('tsx/cjs');
require('./main.ts');
