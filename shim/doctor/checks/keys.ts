import fs from 'node:fs/promises';
import path from 'node:path';
import { KEYS_FILE } from '../../keys/key-paths.ts';
import { checkSize, isPast, type KeyRecord, parseKeys, stateOf } from '../../keys/keys-file.ts';
import { type Check, codeOf, type Finding, ok, type Patient, problem, warning } from '../finding.ts';

const SOON_MS = 14 * 86_400_000;
const NAMED = 10;

/** Checks that only the server can read the keys file, and that no key expires soon. */
export const keys: Check = {
  name: 'keys',
  async run({ settings: { keysFile }, now }) {
    const stat = await fs.stat(keysFile).catch((error: NodeJS.ErrnoException) => error);
    if (stat instanceof Error)
      return stat.code === 'ENOENT'
        ? absent(keysFile)
        : problem(
            `the keys file ${keysFile} cannot be read: ${codeOf(stat)}`,
            'let the user of the server read it',
          );
    if (!stat.isFile()) return problem(`${keysFile} is not a regular file`, 'KEYS_FILE names the keys file');
    let records: KeyRecord[];
    try {
      checkSize(stat.size);
      records = parseKeys(await fs.readFile(keysFile, 'utf8'));
    } catch (error) {
      const isDamaged = (error as NodeJS.ErrnoException).code === undefined;
      return isDamaged
        ? problem(`${keysFile} is not a keys file: ${(error as Error).message}`, 'take it from a backup')
        : problem(
            `the keys file ${keysFile} cannot be read: ${codeOf(error)}`,
            'let the user of the server read it',
          );
    }
    return [...accessOf(keysFile, stat), ...endingOf(records, now())].concat(
      ok(
        `${records.filter(record => stateOf(record, now()) === 'active').length} active keys in ${keysFile}`,
      ),
    );
  },
};

/** A file that a setting names must exist. */
const absent = (file: string): Finding => {
  const text = `there is no keys file ${file}: every client is anonymous`;
  return file === KEYS_FILE
    ? ok(text)
    : warning(text, 'make a key (npm run keys -- create), or mend KEYS_FILE');
};

const OTHERS_WRITE = 0o022;
const OTHERS_READ = 0o004;

/** Windows has no such modes. */
function accessOf(file: string, { mode, uid }: { mode: number; uid: number }): Finding[] {
  if (process.platform === 'win32') return [];
  const findings: Finding[] = [];
  if (mode & OTHERS_WRITE)
    findings.push(
      problem(`others than its owner can write ${file}: they can make themselves keys`, `chmod go-w ${file}`),
    );
  else if (mode & OTHERS_READ)
    findings.push(warning(`everybody on this machine can read ${file}`, `chmod o-r ${file}`));
  if (uid !== 0 && uid !== process.geteuid?.())
    findings.push(
      warning(
        `${file} belongs to user ${uid}, who is neither root nor the user of this command`,
        'run the doctor as the user of the server, or give the file to it',
      ),
    );
  return findings;
}

function endingOf(records: readonly KeyRecord[], now: number): Finding[] {
  const ending = records.filter(
    record =>
      stateOf(record, now) === 'active' && record.expires !== null && isPast(record.expires, now + SOON_MS),
  );
  if (ending.length === 0) return [];
  const named = ending.slice(0, NAMED).map(({ id, expires }) => `${id} (${expires})`);
  const more = ending.length > NAMED ? ` and ${ending.length - NAMED} more` : '';
  return [
    warning(
      `keys end within 14 days: ${named.join(', ')}${more}`,
      '"npm run keys -- create" makes others for who uses them',
    ),
  ];
}

export const usage: Check = {
  name: 'days of use',
  async run({ settings: { keysUsage, keysFile } }: Patient) {
    if (keysUsage === null) return ok('when keys were used last is not noted (KEYS_USAGE=off)');
    if (!(await fs.stat(keysFile).catch(() => null))) return ok('there are no keys');
    const folder = await nearest(keysUsage);
    try {
      const stat = await fs.stat(folder);
      if (!stat.isDirectory()) return unwritable(folder, 'ENOTDIR');
      await fs.access(folder, fs.constants.W_OK | fs.constants.X_OK);
      return ok(`noted in ${keysUsage}`);
    } catch (error) {
      return unwritable(folder, codeOf(error));
    }
  },
};

const unwritable = (folder: string, code: string): Finding =>
  warning(
    `when keys were used last cannot be noted in ${folder}: ${code}`,
    'KEYS_USAGE names a folder that the server may write, or off',
  );

async function nearest(folder: string): Promise<string> {
  const found = await fs.stat(folder).catch(() => null);
  const parent = path.dirname(path.resolve(folder));
  return found || parent === path.resolve(folder) ? folder : nearest(parent);
}
