'use strict';

// The one entry of all commands: node build/launch.cjs COMMAND [arguments]. Versions of Node that are too old must be
// able to read this file, since it tells them so: nothing in it is newer than what Node 6 knows, and no module of Node
// is named with `node:`.

const { engines } = require('../package.json');

const needed = engines.node.replace(/[^\d.]/g, '');

/** @param {string} version such as 20.19 or 20.19.4 */
function ordinal(version) {
  const numbers = version.split('.').map(Number);
  return 1000 * Number(numbers[0]) + Number(numbers[1]);
}

if (ordinal(process.versions.node) < ordinal(needed)) {
  console.error(`Pandect needs Node ${needed} or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 2;
} else {
  require('./common/command.cjs').runCommand(process.argv[2], process.argv.slice(3));
}
