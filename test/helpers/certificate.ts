import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from './tree.ts';

/** Why there can be no certificate; null where there can. */
export const certificateHindrance = (): string | null =>
  spawnSync('openssl', ['version']).status === 0 ? null : 'openssl is not on the path';

/** For localhost and 127.0.0.1, signed by itself. @returns the files */
export function certificate(): { key: string; cert: string } {
  const folder = temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', ...made, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key, cert };
}
