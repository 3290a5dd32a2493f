'use strict';

/**
 * Functions that close what tests have opened. The runner calls those that are left when the tests of a file are over: a test that
 * fails does not come to the line that closes its server.
 *
 * @type {Set<() => unknown>}
 */
const open = new Set();

/**
 * Closes a server, a process or anything else when the tests of the file are over, unless the test has done so before.
 *
 * @param {() => unknown} close may be called again
 * @returns {() => Promise<void>} closes it at once
 */
function closeAfter(close) {
  open.add(close);
  return async () => {
    open.delete(close);
    await close();
  };
}

/**
 * Closes a server when the tests of the file are over, and its connections with it.
 *
 * @template {import('node:net').Server} Server
 * @param {Server} server
 * @returns {Server} the same server
 */
function endAfter(server) {
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const end = closeAfter(() => {
    server.close(() => undefined);
    for (const socket of sockets) socket.destroy();
  });
  server.once('close', end);
  return server;
}

/** Closes everything, the last that was opened first. @throws the first failure, after all have been closed */
async function closeAll() {
  const closing = [...open].reverse();
  open.clear();
  const failures = [];
  for (const close of closing) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

module.exports = { closeAfter, closeAll, endAfter };
