import { posix, win32 } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isTreePath, segmentProblem } from '../../build/contract/file-names.ts';
import { identifierProblem } from '../../build/contract/identifier.ts';
import { documentPath } from '../../build/contract/paths.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { ODD_IDENTIFIERS } from '../helpers/catalogs.ts';
import { Random } from '../helpers/random.ts';

/** Windows drops dots and spaces at the end of a name. */
const asOnWindows = (path: string): string =>
  path
    .split(/[\\/]/)
    .map(name => (/^\.\.?$/.test(name) ? name : name.replace(/[. ]+$/, '')))
    .join('\\');

function assertInside(path: string): void {
  for (const spelling of [path, asOnWindows(path)]) {
    assert.ok(win32.resolve('C:\\tree', spelling).startsWith('C:\\tree\\'), JSON.stringify(path));
  }
  assert.ok(posix.resolve('/tree', path).startsWith('/tree/'), JSON.stringify(path));
}

const PIECES = [
  ...['.', '..', '...', ' ', '/', '\\', '//', ':', 'C:', '\\\\server\\share', '\\\\?\\', 'a', 's1', '.json'],
  ...['nul', 'CON', 'com1', '_q', '%5c', '%2e%2e', '\0', '\u2215', '\uff0e', '~1', '::$DATA'],
];

test('an accepted path stays in the tree by the rules of POSIX and Windows', () => {
  const random = new Random(11);
  let passed = 0;
  for (let i = 0; i < 50_000; i++) {
    const path = Array.from({ length: 1 + random.below(8) }, () => random.pick(PIECES)).join('');
    if (!isTreePath(path)) continue;
    passed++;
    assertInside(path);
  }
  assert.ok(passed > 5000, String(passed));
});

test('an identifier that may be published has its file in the tree', () => {
  const random = new Random(12);
  const usc = sourceOf('usc');
  let passed = 0;
  for (let i = 0; i < 50_000; i++) {
    const shorthand = Array.from({ length: 1 + random.below(8) }, () => random.pick(PIECES)).join('');
    const identifier = usc.namespace + shorthand;
    if (identifierProblem(usc, identifier) !== null) continue;
    passed++;
    for (const representation of ['json', 'markdown', 'text'] as const) {
      const path = documentPath(usc, identifier, representation);
      assertInside(path);
      assert.ok(win32.normalize(asOnWindows(path)).startsWith('api\\usc\\documents\\'), path);
    }
  }
  assert.ok(passed > 5000, String(passed));
});

test('a device of Windows is refused in every spelling, a longer name is not', () => {
  for (const name of ['nul', 'NUL.json', 'Con', 'aux .txt', 'com0', 'COM9.a.b', 'lpt¹', 'conin$', 'PRN ']) {
    assert.match(segmentProblem(name) ?? '', /device/, name);
  }
  for (const name of ['null', 'cons', 'com', 'com10', 'a.nul', 'auxiliary.json', 'conin']) {
    assert.is(segmentProblem(name), null, name);
  }
});

test('files of real identifiers are accepted', () => {
  for (const source of SOURCES) {
    for (const identifier of ODD_IDENTIFIERS[source.id]) {
      assert.ok(isTreePath(documentPath(source, identifier, 'json')), identifier);
    }
  }
  assert.ok(isTreePath('api/usc/documents/_q/title_number=17&cursor=%2Fus%2Fusc.json'));
});

test('a name or path with too many bytes is refused', () => {
  const ofBytes = (bytes: number) => `${'a/'.repeat(100)}${'b/'.repeat((bytes - 202) / 2)}cc`;
  assert.is(ofBytes(1200).length, 1200);
  for (const fits of ['a'.repeat(255), `api/${'é'.repeat(127)}a`, ofBytes(1200)]) assert.ok(isTreePath(fits));
  for (const long of ['a'.repeat(256), `api/${'é'.repeat(128)}`, `${ofBytes(1200)}c`])
    assert.not.ok(isTreePath(long));
});

test.run();
