import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { archive as check } from '../../../../shim/doctor/checks/archive.ts';
import { temporaryFolder } from '../../../helpers/tree.ts';
import { finding } from '../patient.ts';

/** What the doctor says of a tree with more lists of versions than it looks at. */

const PART = 'manifest/usc/versions/t17.ndjson';

/** @param former of the lists, those that name a former version, which is no file of the tree */
function treeOf(lists: number, former: readonly number[]): string {
  const dist = temporaryFolder();
  const write = (file: string, text: string): { path: string; bytes: number; sha256: string } => {
    fs.mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
    fs.writeFileSync(path.join(dist, file), text);
    return { path: file, bytes: Buffer.byteLength(text), sha256: '0'.repeat(64) };
  };
  const lines = Array.from({ length: lists }, (_, i) => {
    const number = String(i).padStart(4, '0');
    const url = `/api/usc/documents/t17%2Fs${number}`;
    const urls = former.includes(i) ? [{ url }, { url: `${url}?on=2020-01-01` }] : [{ url }];
    const file = `api/usc/documents/t17/s${number}/versions.json`;
    return `${JSON.stringify(write(file, JSON.stringify({ data: urls })))}\n`;
  });
  const part = write(PART, lines.join(''));
  write('manifest.json', JSON.stringify({ build: '0'.repeat(64), documents: {}, parts: [part] }));
  return dist;
}

const NOWHERE = path.join(temporaryFolder(), 'archive');

test('a former version is found behind many lists without one', async () => {
  const DIST = treeOf(300, [299]);
  assert.match(await finding(check, { DIST }), /^problem: .* none is named: .*s0299\/versions\/2020-01-01/);
  assert.match(await finding(check, { DIST, ARCHIVE: NOWHERE }), /^problem: .* cannot be read from/);
});

test('where not all was seen, nobody is told to leave the archive', async () => {
  const told = /^ok: no list .* names a former version, and others may$/;
  const many = treeOf(201, []);
  assert.match(await finding(check, { DIST: many, ARCHIVE: NOWHERE }), told);
  assert.match(await finding(check, { DIST: many }), told);
  const few = treeOf(200, []);
  assert.match(await finding(check, { DIST: few, ARCHIVE: NOWHERE }), /^warning: .* needs no archive/);
  assert.match(await finding(check, { DIST: few }), /^ok: all former versions are files/);
});

test.run();
