import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** The rules that hold halves and rooms apart, read from the import lines. */

const ROOT = join(import.meta.dirname, '..');

interface Module {
  /** Relative to the project. */
  path: string;
  text: string;
  /** Modules of the project, as paths. */
  own: string[];
  /** Packages and Node's modules. */
  foreign: string[];
}

/** Static, dynamic and re-exporting imports, `require`, and `new URL('./x.ts', import.meta.url)` of a worker. */
const IMPORTS =
  /(?:^|[\s;}])(?:import|from)\s*\(?\s*['"]([^'"\n]+)['"]|\brequire\(['"]([^'"]+)['"]\)|new URL\(\s*['"](\.[^'"]+\.ts)['"]/g;

function readModule(path: string): Module {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const names = [...code.matchAll(IMPORTS)].map(
    ([, imported, required, url]) => imported ?? required ?? url ?? '',
  );
  const own = names
    .filter(name => name.startsWith('.'))
    .map(name => relative(ROOT, join(ROOT, dirname(path), name)));
  return { path, text: code, own, foreign: names.filter(name => !name.startsWith('.')) };
}

const modules = ['build', 'shim', 'test'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(tsx?|cjs)$/.test(name))
    .map(name => readModule(join(folder, name))),
);
const inFolder = (folder: string) => modules.filter(({ path }) => path.startsWith(`${folder}/`));
const contract = inFolder('build/contract');
/** Tests are left to Biome's rule, which lets types go in circles. */
const product = [...inFolder('build'), ...inFolder('shim')];

/** Asserts that every one of these imports is allowed; names the importer where one is not. */
function assertImports(
  from: readonly Module[],
  kind: 'own' | 'foreign',
  isAllowed: (name: string, path: string) => boolean,
) {
  const refused = from.flatMap(module =>
    module[kind].filter(name => !isAllowed(name, module.path)).map(name => `${module.path} imports ${name}`),
  );
  assert.equal(refused, []);
}

test('the reader of import lines sees them all', () => {
  const byPath = new Map(modules.map(module => [module.path, module]));
  assert.ok(byPath.get('build/common/catalog.ts')?.own.includes('build/contract/catalog-file.ts'));
  assert.ok(byPath.get('build/common/catalog.ts')?.foreign.includes('node:fs/promises'));
  assert.ok(byPath.get('build/build.ts')?.own.includes('build/worker.ts'), 'a worker');
  assert.ok(byPath.get('build/documents/update.ts')?.own.includes('build/corpus/duplicates.ts'));
  assert.ok(byPath.get('build/common/bundle.cjs')?.own.includes('build/common/kept-file.cjs'));
  const existing = new Set([...byPath.keys(), 'package.json']);
  for (const { own } of product) for (const path of own) assert.ok(existing.has(path), path);
});

test('the contract imports only itself, hashing and two pure packages', () => {
  assertImports(contract, 'own', name => name.startsWith('build/contract/'));
  const allowed: Record<string, string[]> = {
    'node:crypto': [
      'build/contract/catalog-file.ts',
      'build/contract/etag.ts',
      'build/contract/search/typesense.ts',
    ],
    'lru-cache': ['build/contract/filtering.ts'],
    stemmer: ['build/contract/search/tokens.ts'],
  };
  assertImports(contract, 'foreign', (name, path) => allowed[name]?.includes(path) ?? false);
});

test('the contract does no I/O: no environment, no clock, no chance', () => {
  const impure =
    /\bprocess\s*\.|\bDate\.now\b|new Date\(\)|\bperformance\b|\bconsole\b|Math\.random|random(?:Bytes|UUID|Int)\b|\bfetch\(|\bset(?:Timeout|Interval)\b/;
  assert.equal(
    contract.filter(({ text }) => impure.test(text)).map(({ path }) => path),
    [],
  );
});

test('the build never imports the shim, and the shim only the contract and what is common', () => {
  assertImports(inFolder('build'), 'own', name => name.startsWith('build/') || name === 'package.json');
  assertImports(inFolder('shim'), 'own', name => /^(shim|build\/contract|build\/common)\//.test(name));
});

/** The routing rule where little room is: only edges run it, and it is tested beside the other. */
const FOR_EDGES = /^build\/contract\/routing\/(small|small-list|small-site|table)\.ts$/;
test('every module of the contract is used by both halves', () => {
  const ownOf = new Map(product.map(({ path, own }) => [path, own]));
  const halves = { build: /^build\/(?!contract\/|common\/)/, shim: /^shim\// };
  for (const [name, half] of Object.entries(halves)) {
    const used = new Set<string>();
    const use = (path: string): void => {
      if (!/^build\/(contract|common)\//.test(path) || used.has(path)) return;
      used.add(path);
      for (const next of ownOf.get(path) ?? []) use(next);
    };
    for (const { path, own } of product) if (half.test(path)) own.forEach(use);
    assert.equal(
      contract
        .map(({ path }) => path)
        .filter(path => !used.has(path) && !(name === 'shim' && FOR_EDGES.test(path))),
      [],
      `not used by ${name}`,
    );
  }
});

/**
 * The rooms of each half in the order of the data: a module imports from its own room and from those before it. The
 * modules at the top of a half are a room, too.
 */
const ROOMS: Record<string, readonly string[]> = {
  build: [
    ...[
      'contract',
      'common',
      'files',
      'signature',
      'catalog',
      'corpus',
      'text',
      'state',
      'report',
      'threads',
      'import',
      'tree',
    ],
    ...[
      'history',
      'pages',
      'site',
      'documents',
      'dumps',
      'search',
      'verify',
      'sync',
      'fetch',
      'edge',
      'the top',
      'commands',
    ],
  ],
  shim: [
    'keys',
    'limits',
    'http',
    'content',
    'search',
    'routes',
    'mcp',
    'workers',
    'metrics',
    'the top',
    'doctor',
    'recipes',
  ],
};

for (const [half, rooms] of Object.entries(ROOMS)) {
  const roomOf = (path: string): string => {
    const [, room, ...rest] = path.split('/');
    return rest.length > 0 ? String(room) : 'the top';
  };

  test(`the rooms of ${half}: each imports only from those before it`, () => {
    assert.equal(
      inFolder(half).filter(({ path }) => !rooms.includes(roomOf(path))),
      [],
    );
    assertImports(
      inFolder(half),
      'own',
      (name, path) =>
        !name.startsWith(`${half}/`) || rooms.indexOf(roomOf(name)) <= rooms.indexOf(roomOf(path)),
    );
  });
}

const browser = inFolder('build/site/app');
/** Rules by which a body's Markdown is read, for pages as for plain text; none of them needs a parser. */
const OF_MARKDOWN =
  /^build\/text\/(?:html|layout|links|normalise|parser-work|sections|table-rows|unwanted-constructs)\.ts$/;
test('what runs in browsers imports only itself, the contract, rules of Markdown and the libraries that are meant for it', () => {
  assertImports(
    browser,
    'own',
    name => /^build\/(site\/app|contract)\//.test(name) || OF_MARKDOWN.test(name),
  );
  const libraries = [
    'preact',
    'preact/hooks',
    'micromark',
    'micromark-extension-gfm-footnote',
    'micromark-extension-gfm-strikethrough',
    'micromark-extension-gfm-table',
    'dompurify',
  ];
  assertImports(browser, 'foreign', name => libraries.includes(name));
  const others = product.filter(({ path }) => !path.startsWith('build/site/app/'));
  assertImports(others, 'own', name => !name.startsWith('build/site/app/'));
});

test('the top of the build is small', () => {
  const names = readdirSync(join(ROOT, 'build'), { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name);
  const known = ['README.md', 'launch.cjs', 'build.ts', 'look.ts', 'rebuild.ts', 'options.ts', 'worker.ts'];
  assert.equal(names.sort(), known.sort());
});

const ofTests = inFolder('test');
const HELPERS = /^test\/helpers\//;
test('helpers of tests import the product, each other and what closes leftovers, and nothing from tests', () => {
  const helpers = ofTests.filter(({ path }) => HELPERS.test(path));
  assert.ok(helpers.length > 40);
  assertImports(
    helpers,
    'own',
    name => HELPERS.test(name) || !name.startsWith('test/') || name === 'test/runner/leftovers.cjs',
  );
});

test('no module imports a test file', () => {
  assertImports(modules, 'own', name => !name.endsWith('.test.ts'));
});

test("Node's own modules are named as such", () => {
  assertImports(modules, 'foreign', name => name.startsWith('node:') || !isBuiltin(name));
});

test('no module imports itself, however long the way', () => {
  const ownOf = new Map(product.map(({ path, own }) => [path, own]));
  const finished = new Set<string>();
  const cycleFrom = (path: string, way: readonly string[]): string[] | null => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (finished.has(path)) return null;
    for (const next of ownOf.get(path) ?? []) {
      const cycle = cycleFrom(next, [...way, path]);
      if (cycle) return cycle;
    }
    finished.add(path);
    return null;
  };
  for (const { path } of product) assert.is(cycleFrom(path, [])?.join(' → '), undefined);
});

/** Written by a generator, as long as what it describes. */
const GENERATED = ['build/site/clients/pandect-api.ts'];
test('no module is over 250 lines', () => {
  const long = product
    .filter(({ path }) => !GENERATED.includes(path))
    .map(({ path }) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 250);
  assert.equal(long, []);
});

test.run();
