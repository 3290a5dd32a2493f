import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codeFiles } from '../../build/site/code-files.ts';
import { keptCodeFiles } from '../../build/site/kept-files.ts';
import type { SiteFile } from '../../build/site/site-file.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** Files that depend on the code alone are made once. */

const URL = 'https://law.example.org/';
const asText = (files: readonly SiteFile[]): [path: string, text: string][] =>
  files.map(({ path, content }) => [path, String(content)]);
const shellIn = (files: readonly SiteFile[]): string =>
  String(files.find(({ path }) => path === 'site/index.html')?.content);

const folder = path.join(temporaryFolder(), 'kept');
let made: [path: string, text: string][];

test('kept files equal made ones, and are read from the cache', async () => {
  made = asText(await keptCodeFiles(null, folder));
  assert.equal(made, asText(await codeFiles(null)));
  const [name = '', ...others] = fs.readdirSync(folder);
  assert.equal([name.endsWith('-site.json'), others], [true, []]);
  const file = path.join(folder, name);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('Pandect', 'Kept'));
  assert.match(shellIn(await keptCodeFiles(null, folder)), '<title>Kept');
});

test('another address makes the files again and replaces the kept ones', async () => {
  assert.match(shellIn(await keptCodeFiles(URL, folder)), `content="${URL}"`);
  assert.is(fs.readdirSync(folder).length, 1);
  const [name = ''] = fs.readdirSync(folder);
  assert.match(fs.readFileSync(path.join(folder, name), 'utf8'), `{"url":"${URL}"`);
});

test('after two builds at once, or damage, the cache has one whole file', async () => {
  const [name = ''] = fs.readdirSync(folder);
  fs.writeFileSync(path.join(folder, name), '{"url":null,"fil');
  const both = await Promise.all([keptCodeFiles(null, folder), keptCodeFiles(null, folder)]);
  for (const files of both) assert.equal(asText(files), made);
  assert.equal(fs.readdirSync(folder), [name]);
  assert.equal(asText(JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')).files), made);
});

test('without a writable cache the files are made', async () => {
  const file = path.join(temporaryFolder(), 'file');
  fs.writeFileSync(file, '');
  assert.equal(asText(await keptCodeFiles(null, path.join(file, 'below'))), made);
});

test.run();
