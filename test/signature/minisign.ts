import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../helpers/tree.ts';

/** Runs the real minisign. */
export const minisign = (...args: string[]) => spawnSync('minisign', args, { encoding: 'utf8' });

/** Why tests with the real minisign cannot run; null where they can. */
export const withoutMinisign = minisign('-v').error ? 'minisign is not on the path' : null;

export interface KeyFiles {
  secret: string;
  open: string;
}

/** Keys that minisign made, without a password. */
export function keysOfMinisign(): KeyFiles {
  const folder = temporaryFolder();
  const files = { secret: path.join(folder, 'a.key'), open: path.join(folder, 'a.pub') };
  const { status, stderr } = minisign('-G', '-W', '-s', files.secret, '-p', files.open);
  assert.is(status, 0, stderr);
  return files;
}

/** Asserts what minisign says of a file and the signature beside it. */
export function assertAccepted(file: string, open: string, isAccepted = true): void {
  const { status, stdout, stderr } = minisign('-V', '-p', open, '-m', file);
  assert.is(status === 0, isAccepted, `${stdout}${stderr}`);
}

export const modeOf = (file: string): number => fs.statSync(file).mode & 0o777;
