'use strict';

// Exit code 0 where the shim of this container answers: at /readyz where HEALTH_PROBES is on, else at /api/health.

const http = require('node:http');

const { PORT = '3000', HEALTH_PROBES } = process.env;
const path = HEALTH_PROBES === 'on' ? '/readyz' : '/api/health';

const request = http.get(
  { host: '127.0.0.1', port: PORT || '3000', path, timeout: 2000 },
  ({ statusCode }) => {
    process.exit(statusCode === 200 ? 0 : 1);
  },
);
request.on('timeout', () => request.destroy());
request.on('error', () => process.exit(1));
