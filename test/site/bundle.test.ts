import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Bundle, bundleSite } from '../../build/site/bundle.ts';
import { shellHtml } from '../../build/site/shell.ts';
import { startShim } from '../helpers/shim.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';

const PROJECT = join(import.meta.dirname, '../..');
let bundle: Bundle;
test.before(async () => {
  bundle = await bundleSite();
});

const textOf = ({ files }: Bundle, path: string): string =>
  String(files.find(file => file.path === path)?.content ?? assert.unreachable(`there is no ${path}`));
const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length;

/** Scripts that a script imports statically, as paths of the tree. */
const importsOf = (script: string): string[] =>
  [...script.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => `site/assets/${name}`);

test('every file is named by its content, and every named file exists', () => {
  const { files, entry } = bundle;
  for (const { path } of files)
    assert.match(path, /^site\/assets\/[a-z.-]+-[A-Za-z0-9]{8}\.(js|css|svg|txt)$/);
  assert.is(new Set(files.map(({ path }) => path)).size, files.length);
  const named = [
    entry.script,
    ...Object.values(entry.parts).flat(),
    ...entry.styles,
    entry.schemeScript,
    entry.icon,
    entry.licenses,
  ];
  for (const path of named) textOf(bundle, path);
  assert.is(entry.styles.length, 1);
});

test('the app is one script, and each part imports one or two more', () => {
  const { script, parts } = bundle.entry;
  assert.equal(importsOf(textOf(bundle, script)), []);
  for (const [part, scripts] of Object.entries(parts)) {
    const loaded = new Set(scripts.slice(0, 1));
    for (const path of loaded)
      for (const next of importsOf(textOf(bundle, path))) if (next !== script) loaded.add(next);
    assert.equal([...loaded].sort(), [...scripts].sort(), part);
    // Browsers send six requests at a time, and the page has other files and data.
    assert.ok(scripts.length <= 2, `${part}: ${scripts.join(', ')}`);
  }
  for (const part of ['home', 'search', 'read'] as const) assert.is(parts[part].length, 1, part);
});

test('the licenses are those of the bundled libraries, and no others', () => {
  const text = textOf(bundle, bundle.entry.licenses);
  assert.match(text, /^preact \d.*\(MIT\)$/m);
  assert.match(text, 'Copyright (c) 2015-present Jason Miller');
  assert.not.match(text, /^(fastify|esbuild) /m);
});

test('the same code in another folder gives the same files', async () => {
  const elsewhere = temporaryFolder();
  cpSync(join(PROJECT, 'build'), join(elsewhere, 'build'), { recursive: true });
  cpSync(join(PROJECT, 'package.json'), join(elsewhere, 'package.json'));
  cpSync(join(PROJECT, 'tsconfig.json'), join(elsewhere, 'tsconfig.json'));
  const licenses = textOf(bundle, bundle.entry.licenses);
  const libraries = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\d+ \(/gm)].map(([, name = '']) => name);
  for (const name of libraries) {
    cpSync(join(PROJECT, 'node_modules', name), join(elsewhere, 'node_modules', name), { recursive: true });
  }
  symlinkSync(join(PROJECT, 'node_modules/esbuild'), join(elsewhere, 'node_modules/esbuild'));
  const module = await import(pathToFileURL(join(elsewhere, 'build/site/bundle.ts')).href);
  assert.equal(await module.bundleSite(), bundle);
});

test('styles load nothing but themselves', () => {
  for (const { path, content } of bundle.files) {
    if (path.endsWith('.css')) assert.not.match(String(content), /url\(|@import/);
  }
});

test('the first view of the home page stays under 32.6 kB, compressed', async () => {
  const { dist } = await sampleTree();
  const shim = await startShim({ dist });
  try {
    // Examples load their answers only when they are seen.
    const answers = ['/api/stats', '/api/sources', '/api/fr/documents?limit=1'];
    const texts = await Promise.all(answers.map(async url => (await shim.get(url)).text));
    const { script, parts, styles, schemeScript, icon } = bundle.entry;
    const files = [script, ...parts.home, ...styles, schemeScript, icon].map(path => textOf(bundle, path));
    const bytes = [shellHtml(bundle.entry), ...files, ...texts].reduce((sum, text) => sum + gzipped(text), 0);
    assert.ok(bytes < 32_600, `${bytes} bytes`);
  } finally {
    await shim.close();
  }
});

test.run();
