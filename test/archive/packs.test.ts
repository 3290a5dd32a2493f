import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ArchiveAppend, type SeenDocument } from '../../build/archive/append.ts';
import { readRoot } from '../../build/archive/archive.ts';
import { verifyArchive } from '../../build/archive/verify.ts';
import { TSX } from '../helpers/builds.ts';
import { fill, mount, noMounts } from '../helpers/mounts.ts';
import { testWhere } from '../helpers/needs.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { documentOf, partOf } from './editions.ts';
import { LARGE_BYTES, largeDocuments } from './large-documents.ts';

/** Appends that end in the middle of a pack. */

const BEFORE = documentOf(9, 0, 'before');

function append(folder: string, documents: readonly SeenDocument[]): void {
  const writer = new ArchiveAppend(folder);
  try {
    writer.enter(partOf(documents, { isGone: () => false }));
    writer.commit();
  } finally {
    writer.close();
  }
}

const packsIn = (folder: string): string[] => fs.readdirSync(path.join(folder, 'packs')).sort();

/** What `archive.json` says where nothing has been in the way. */
let undisturbed: ReturnType<typeof readRoot>;
test.before(() => {
  const folder = path.join(temporaryFolder(), 'undisturbed');
  append(folder, [BEFORE]);
  append(folder, largeDocuments());
  undisturbed = readRoot(folder);
});

/** Holds that an archive is as it was before an append that ended so, and that the next one goes on as if nothing had been. */
function assertGoesOn(folder: string, left: readonly string[]): void {
  assert.equal(packsIn(folder), left);
  const { problems, documents } = verifyArchive(folder);
  assert.equal([problems, documents], [[], 1]);
  append(folder, largeDocuments());
  assert.equal(readRoot(folder), undisturbed);
  assert.equal(packsIn(folder), ['000001.pack', '000002.pack', '000003.pack']);
  assert.equal(verifyArchive(folder).problems, []);
}

test('an append that is killed behind a pack, and in the middle of the next, adds nothing', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  append(folder, [BEFORE]);
  const program = fileURLToPath(new URL('killed-in-pack.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', TSX, program, folder, '3'], { stdio: 'inherit' });
  assert.equal(await once(child, 'close'), [null, 'SIGKILL']);
  const begun = path.join(folder, 'packs/000003.pack.new');
  assert.ok(fs.statSync(begun).size > LARGE_BYTES, 'the third document');
  assertGoesOn(folder, ['000001.pack', '000002.pack', '000003.pack.new']);
});

testWhere(test, noMounts, 'a disk that is full in the middle of a pack adds nothing', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  mount(folder, 'size=80m');
  append(folder, [BEFORE]);
  // The third document fits in part.
  const filler = fill(folder, 2.5 * LARGE_BYTES);
  assert.throws(
    () => append(folder, largeDocuments()),
    (error: NodeJS.ErrnoException) => error.code === 'ENOSPC',
  );
  fs.rmSync(filler);
  assertGoesOn(folder, ['000001.pack', '000002.pack', '000003.pack.new']);
});

test.run();
