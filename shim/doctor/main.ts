import { readFileSync } from 'node:fs';
import { command, EXIT } from '../../build/common/command-line.ts';
import { OPTIONS } from '../settings.ts';
import { CHECKS } from './checks.ts';
import { examine } from './examine.ts';
import { hasProblem, printJson, printText } from './print.ts';
import { checkSettings } from './settings.ts';

const USAGE = `Usage: npm run doctor -- [options]

Checks what the server needs, with its settings, and tells what is wrong and how to mend it. Run it as the user of the server.

  --dist DIR   the tree (default: $DIST or dist)
  --archive DIR  the archive of former versions (default: $ARCHIVE or none)
  --host H     the address that the server listens on (default: $HOST or 127.0.0.1)
  --port N     its port (default: $PORT or 3000)
  --json       print JSON
  --help       print this

Exit codes: 0 all is well, or there are warnings only; 1 something is wrong.
`;

/** Milliseconds after which unfinished checks no longer keep the command. */
const END_MS = 1000;

export const run = command({
  usage: USAGE,
  options: { ...OPTIONS, json: { type: 'boolean' } },
  async execute({ json, ...flags }) {
    const { findings, settings } = checkSettings(flags, process.env);
    const results = [
      ...findings.map(finding => ({ check: 'settings', ...finding })),
      ...(await examine(CHECKS, { settings, now: Date.now })),
    ];
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    process.stdout.write(json ? printJson(results, version) : printText(results));
    const code = hasProblem(results) ? EXIT.failed : EXIT.done;
    setTimeout(() => process.exit(code), END_MS).unref();
    return code;
  },
});
