'use strict';

// A worker for tests: node worker.cjs PORT BEHAVIOUR. It listens and ends as it is told, unless its behaviour is another:
// late:OTHER listens when nobody else listens at the port OTHER any more.

const http = require('node:http');
const net = require('node:net');

const [port, behaviour = ''] = process.argv.slice(2);

if (behaviour === 'stillborn') process.exit(3);
const server = http.createServer((request, response) => {
  response.setHeader('connection', 'close');
  response.end(String(process.pid));
  if (request.url === '/die') request.socket.on('close', () => process.exit(7));
  if (request.url === '/leave') request.socket.on('close', () => process.exit(0));
});
const listen = () => server.listen(Number(port), '127.0.0.1');
const [, other] = behaviour.split(':');
if (other === undefined) listen();
else listenBehind(Number(other));

/** @param {number} other */
function listenBehind(other) {
  const socket = net.connect(other, '127.0.0.1');
  socket.once('connect', () => {
    socket.destroy();
    setTimeout(listenBehind, 20, other);
  });
  socket.once('error', listen);
}

if (behaviour === 'stubborn') process.on('SIGTERM', () => {});
process.on('message', message => {
  if (message === 'stop' && behaviour !== 'stubborn') process.exit(behaviour === 'failing' ? 4 : 0);
});
