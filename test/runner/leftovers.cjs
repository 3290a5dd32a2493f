'use strict';

/**
 * What tests have opened. Where one fails before it closes something itself, the runner does so when the tests of its file are over.
 *
 * @type {Set<() => unknown>}
 */
const open = new Set();

/**
 * Has a server, a process or anything else be closed when the tests of the file are over, if nobody has done so before.
 *
 * @param {() => unknown} close may be called again
 * @returns {() => Promise<void>} closes it now
 */
function closeAfter(close) {
  open.add(close);
  return async () => {
    open.delete(close);
    await close();
  };
}

/**
 * The same for a server: as it ends, so do its connections.
 *
 * @template {import('node:net').Server} Server
 * @param {Server} server
 * @returns {Server} the same
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

/** Closes all, the last that was opened first. Of what cannot be closed the first is thrown, behind all others. */
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
