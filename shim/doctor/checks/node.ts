import fs from 'node:fs/promises';
import { type Check, ok, problem } from '../finding.ts';

/** Tells the version of Node, and checks that the packages fit. Commands refuse older versions before they begin. */
export const node: Check = {
  name: 'Node',
  async run() {
    const text = await fs.readFile(new URL('../../../package.json', import.meta.url), 'utf8');
    const { engines, version } = JSON.parse(text) as { engines: { node: string }; version: string };
    return nodeFinding(process.versions.node, engines.node.replace(/[^\d.]/g, ''), version);
  },
};

/** @param needed such as `20.19` */
export function nodeFinding(found: string, needed: string, pandect: string) {
  const [major = 0, minor = 0] = found.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = needed.split('.').map(Number);
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    return problem(`Node ${found} is older than ${needed}`, `install Node ${needed} or newer`);
  return ok(`Node ${found}, Pandect ${pandect}`);
}
