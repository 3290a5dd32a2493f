'use strict';

// A worker for tests: node worker.cjs PORT BEHAVIOUR. It listens and ends as it is told, unless its behaviour is another:
// `waiting` listens once it gets the message `listen`.

const http = require('node:http');

const [port, behaviour = ''] = process.argv.slice(2);

if (behaviour === 'stillborn') process.exit(3);
const server = http.createServer((request, response) => {
  response.setHeader('connection', 'close');
  response.end(String(process.pid));
  if (request.url === '/die') request.socket.on('close', () => process.exit(7));
  if (request.url === '/leave') request.socket.on('close', () => process.exit(0));
});
const listen = () => server.listen(Number(port), '127.0.0.1');
if (behaviour !== 'waiting') listen();

if (behaviour === 'stubborn') process.on('SIGTERM', () => {});
process.on('message', message => {
  if (message === 'listen') listen();
  if (message === 'stop' && behaviour !== 'stubborn') process.exit(behaviour === 'failing' ? 4 : 0);
});
