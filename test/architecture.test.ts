import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  const code = text.replace(/(?<=^|\s)\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
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

/** Builds make it from the API's description. */
const GENERATED = 'build/site/clients/pandect-api.ts';
test('every import of a module is found', () => {
  const byPath = new Map(modules.map(module => [module.path, module]));
  assert.ok(byPath.get('build/common/catalog.ts')?.own.includes('build/formats/catalog-file.ts'));
  assert.ok(byPath.get('build/common/catalog.ts')?.foreign.includes('node:fs/promises'));
  assert.ok(byPath.get('build/build.ts')?.own.includes('build/worker.ts'), 'a worker');
  assert.ok(byPath.get('build/documents/update-documents.ts')?.own.includes('build/corpus/duplicates.ts'));
  assert.ok(byPath.get('build/common/bundle.cjs')?.own.includes('build/common/kept-file.cjs'));
  const existing = new Set([...byPath.keys(), 'package.json', GENERATED]);
  const isStyle = (path: string): boolean => path.endsWith('.css') && existsSync(join(ROOT, path));
  for (const { own } of product) for (const path of own) assert.ok(existing.has(path) || isStyle(path), path);
});

test('the contract imports only itself and hashing', () => {
  assertImports(contract, 'own', name => name.startsWith('build/contract/'));
  assertImports(
    contract,
    'foreign',
    (name, path) => name === 'node:crypto' && path === 'build/contract/etag.ts',
  );
});

/** Rooms that both halves use, and that are pure as the contract is: the forms of stored data, and lists over them. */
const shared = [...contract, ...inFolder('build/formats'), ...inFolder('build/lists')];
test('formats and lists import the contract, hashing and a cache', () => {
  assertImports([...inFolder('build/formats'), ...inFolder('build/lists')], 'own', name =>
    /^build\/(contract|formats|lists)\//.test(name),
  );
  const allowed: Record<string, string> = {
    'node:crypto': 'build/formats/catalog-file.ts',
    'lru-cache': 'build/lists/filtering.ts',
  };
  assertImports([...inFolder('build/formats'), ...inFolder('build/lists')], 'foreign', (name, path) => {
    return allowed[name] === path;
  });
});

/** It lets other work come between the hits of a page. */
const SHOWN_HITS = 'build/search/query/shown-hits.ts';
const pureSearch = ['text', 'references', 'query', 'ranking']
  .flatMap(folder => inFolder(`build/search/${folder}`))
  .filter(({ path }) => path !== SHOWN_HITS);

test('the contract, formats, lists and the rules of search do no I/O: no environment, no clock, no chance', () => {
  const impure =
    /\bprocess\s*\.|\bDate\.now\b|new Date\(\)|\bperformance\b|\bconsole\b|Math\.random|random(?:Bytes|UUID|Int)\b|\bfetch\(|\bset(?:Timeout|Interval)\b/;
  assert.equal(
    [...shared, ...pureSearch].filter(({ text }) => impure.test(text)).map(({ path }) => path),
    [],
  );
  assertImports(pureSearch, 'foreign', name => name === 'stemmer');
});

test('the build never imports the shim; the shim imports only shared rooms of the build', () => {
  assertImports(inFolder('build'), 'own', name => name.startsWith('build/') || name === 'package.json');
  assertImports(inFolder('shim'), 'own', name =>
    /^(shim|build\/(contract|formats|lists|common|search|text|diff))\/|^build\/archive\/archived-versions\.ts$/.test(
      name,
    ),
  );
});

/** All modules that some modules import, however long the way. */
function reachedFrom(from: readonly Module[], isPassed: (path: string) => boolean): Set<string> {
  const ownOf = new Map(product.map(({ path, own }) => [path, own]));
  const reached = new Set<string>();
  const reach = (path: string): void => {
    if (reached.has(path) || !isPassed(path)) return;
    reached.add(path);
    for (const next of ownOf.get(path) ?? []) reach(next);
  };
  for (const { own } of from) own.forEach(reach);
  return reached;
}

/** The halves of the search room: what answers queries, and what writes indexes. All else in it is common to both. */
const FINDS =
  /^build\/search\/(?:(?:embedded|typesense)\/find|query|ranking)\/|^build\/search\/(?:engine|facet-counts)\.ts$/;
const INDEXES = /^build\/search\/(?:(?:embedded|typesense)\/index|documents|references)\//;

test('search: the shim reaches no code that writes an index, the build none that answers a query', () => {
  const ofShim = [...reachedFrom(inFolder('shim'), path => path.startsWith('build/'))];
  assert.equal(
    ofShim.filter(
      path =>
        INDEXES.test(path) ||
        !/^build\/(contract|formats|lists|common|search|text|diff|archive|corpus|files)\//.test(path),
    ),
    [],
  );
  const builders = inFolder('build').filter(({ path }) => !FINDS.test(path));
  assert.equal(
    [...reachedFrom(builders, () => true)].filter(path => FINDS.test(path)),
    [],
  );
});

/** The code of edges is made for them, not for threads here. */
test('the image has the code of all threads and processes of its commands', () => {
  const warm = product.find(({ path }) => path === 'shim/recipes/warm.cjs')!.text;
  const entries = Array.from(warm.matchAll(/'([\w/-]+\.ts)'/g), ([, path]) => path ?? '');
  const ofCommands = product.filter(({ path }) => entries.includes(path));
  const own = reachedFrom(ofCommands, () => true);
  const workers = product
    .filter(({ path }) => own.has(path) && !path.startsWith('build/edge/'))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(/new URL\('(\.[\w./-]+\.ts)', import\.meta\.url\)/g), ([, name]) =>
        join(dirname(path), name ?? ''),
      ),
    );
  assert.ok(workers.includes('build/search/documents/files-at-hand-worker.ts'));
  assert.equal(
    workers.filter(path => !entries.includes(path)),
    [],
  );
});

test('search: the build and the shim both use each common module', () => {
  const common = inFolder('build/search').filter(({ path }) => !FINDS.test(path) && !INDEXES.test(path));
  const isCommon = (path: string) => common.some(module => module.path === path);
  const halves = [FINDS, INDEXES].map(half => {
    const ofHalf = inFolder('build/search').filter(({ path }) => half.test(path));
    return reachedFrom(ofHalf, isCommon);
  });
  const unused = common.map(({ path }) => path).filter(path => !halves.every(used => used.has(path)));
  assert.equal(unused, []);
});

test('search: no engine imports the other, and common modules import none', () => {
  assertImports(inFolder('build/search'), 'own', (name, path) => {
    const engine = /^build\/search\/(embedded|typesense)\//.exec(name)?.[1];
    return engine === undefined || path.startsWith(`build/search/${engine}/`);
  });
});

/** The routing rule where little room is: only edges run it, and it is tested beside the other. */
const FOR_EDGES = /^build\/contract\/routing\/(small|small-list|small-table)\.ts$/;
test('the build and the shim both use every module of the contract, formats and lists', () => {
  const isShared = (path: string) => /^build\/(contract|formats|lists|common)\//.test(path);
  const halves = {
    build: reachedFrom(
      inFolder('build').filter(({ path }) => !isShared(path) && !FINDS.test(path)),
      isShared,
    ),
    shim: reachedFrom(
      [...inFolder('shim'), ...inFolder('build/search').filter(({ path }) => FINDS.test(path))],
      isShared,
    ),
  };
  for (const [name, used] of Object.entries(halves)) {
    assert.equal(
      shared
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
      'formats',
      'lists',
      'common',
      'files',
      'signature',
      'catalog',
      'corpus',
      'archive',
      'text',
      'diff',
      'state',
      'references',
      'report',
      'threads',
      'import',
      'previous',
      'publish',
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

  test(`the rooms of ${half}: each imports only from itself and earlier ones`, () => {
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
/** Rules by which a body is read, for pages as for plain text and the index; none of them needs a parser. */
const OF_TEXTS =
  /^build\/text\/(?:html|layout|links|markup|normalise|parser-work|sections|table-rows|unwanted-constructs)\.ts$/;
const ADDRESSES_OF_FEEDS = 'build/site/feeds/level-feed.ts';
test('code for browsers imports only itself, the contract, rules of texts and libraries made for browsers', () => {
  assertImports(
    browser,
    'own',
    name => /^build\/(site\/app|contract)\//.test(name) || OF_TEXTS.test(name) || name === ADDRESSES_OF_FEEDS,
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

/**
 * Exported values that no other module of the product imports, though it uses them: what entry files and the published client give to others.
 */
const ENTRIES = /^(build\/commands\/.+|shim\/(.+\/)?main|build\/site\/clients\/pandect)[.]ts$/;
const EXPORT = /^export (?:async )?(?:function\*?|const|let|(?:abstract )?class) (\w+)/gm;
const wordsIn = (text: string): Set<string> => new Set(text.match(/\w+/g));

test('an exported value is used by another module, or by its own and a test', () => {
  const wordsOf = new Map(modules.map(module => [module.path, wordsIn(module.text)]));
  const importers = new Map<string, string[]>();
  for (const { path, own } of modules)
    for (const name of own) importers.set(name, [...(importers.get(name) ?? []), path]);
  const isUsed = (path: string, name: string, text: string): boolean => {
    const users = (importers.get(path) ?? []).filter(user => wordsOf.get(user)?.has(name));
    if (users.some(user => !user.startsWith('test/'))) return true;
    // Bounds and inner functions may be tested by themselves, as long as the product uses them.
    return users.length > 0 && (text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0) > 1;
  };
  const unused = product
    .filter(({ path }) => !ENTRIES.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORT)]
        .map(([, name = '']) => name)
        .filter(name => !isUsed(path, name, text))
        .map(name => `${path} exports ${name}`),
    );
  assert.equal(unused, []);
});

test('the top level has what its owner asked for, and nothing else', () => {
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => new RegExp(`^${line.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll('*', '.*')}$`));
  const known = [
    ...['package.json', 'tsconfig.json', 'build', 'shim', 'corpus', 'test', 'README.md'],
    ...['LICENSE', 'CHANGELOG.md', 'package-lock.json', '.biome.json', '.ci', '.git', '.gitignore'],
  ];
  const strange = readdirSync(ROOT).filter(
    name => !known.includes(name) && !ignored.some(pattern => pattern.test(name)),
  );
  assert.equal(strange, []);
});

test('the top of the build has few modules', () => {
  const names = readdirSync(join(ROOT, 'build'), { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => name);
  const known = [
    'README.md',
    'launch.cjs',
    'build.ts',
    'corpus-scan.ts',
    'rebuild.ts',
    'options.ts',
    'worker.ts',
  ];
  assert.equal(names.sort(), known.sort());
});

const ofTests = inFolder('test');
const HELPERS = /^test\/helpers\//;
test('helpers of tests import nothing from tests', () => {
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

test("imports of Node's own modules begin with node:", () => {
  assertImports(modules, 'foreign', name => name.startsWith('node:') || !isBuiltin(name));
});

test('no chain of imports leads back to its module', () => {
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

test('no module is over 250 lines', () => {
  const long = product
    .map(({ path }) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 250);
  assert.equal(long, []);
});

test.run();
