import { connect, type Socket } from 'node:net';

/** Connections that send what they are told at once, in a process of their own, and read nothing but what comes first. */
export interface Attack {
  port: number;
  /** What each connection sends. */
  sent: readonly string[];
  /** How long they stay. */
  milliseconds: number;
}

process.on('message', ({ port, sent, milliseconds }: Attack) => {
  const sockets = sent.map((text): Socket => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.once('data', () => socket.pause());
    return socket.on('error', () => {});
  });
  setTimeout(() => {
    for (const socket of sockets) socket.destroy();
    process.send?.('over');
  }, milliseconds);
});
process.send?.('ready');
