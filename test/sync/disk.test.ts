import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silent } from '../../build/report/progress.ts';
import { verifyTree } from '../../build/verify/verify.ts';
import { buildHere } from '../helpers/builds.ts';
import { testWhere } from '../helpers/needs.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';
import {
  assertMirrors,
  copyOf,
  editPart,
  editRoot,
  type Fault,
  failure,
  IMPATIENT,
  nights,
  serveFiles,
  sha256Of,
  syncHere,
} from './helpers.ts';

/** build/README.md, Sync: what a source declares, and what it sends, fills no mirror's disk. */

const PART = 'manifest/pages.ndjson';
const [CATALOG, REPORT] = ['catalog/catalog.bin', 'build.json'];
/** The server, which is in this process, may be kept waiting while a file is written. */
const PATIENT = { ...IMPATIENT, silence: 20_000 };
const MB = 1e6;
const DISK_MB = 48;

let before: string;
let after: string;
/** With its catalog. */
let whole: string;
test.before(async () => {
  ({ before, after } = await nights(40, 20));
  whole = path.join(temporaryFolder(), 'dist');
  await buildHere(SAMPLE_CORPUS, whole);
});

/** 16 MB of nothing, in 16 kB, as often as somebody reads. */
const bomb = gzipSync(Buffer.alloc(16 * MB));
const bombAt =
  (place: string): Fault =>
  (request, response, name) => {
    if (name !== place || request.method === 'HEAD') return false;
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const more = (): void => void (response.destroyed || response.write(bomb, more));
    more();
    return true;
  };

const declaring = (bytes: number, files: number) => (tree: string) =>
  editRoot(tree, parts => parts.map(part => (part.path === PART ? { ...part, bytes, files } : part)));

function clone(tree: string): string {
  const copy = path.join(temporaryFolder(), 'tree');
  fs.cpSync(tree, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

/** Changes what the report tells of the catalog. */
function editReport(tree: string, edit: (report: Record<string, unknown>) => void): void {
  const file = path.join(tree, REPORT);
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  edit(report);
  fs.writeFileSync(file, JSON.stringify(report));
}

const withoutSizes = (tree: string): void =>
  editReport(tree, report => {
    delete report.catalog_bytes;
  });

/** What is implausible whatever the disk: nothing of it is asked for. */
const DECLARED: Readonly<Record<string, [place: string, edit: (tree: string) => void, said: RegExp]>> = {
  'a part of 10^14 bytes': [PART, declaring(1e14, 50), /pages\.ndjson declares 100,000,000 MB, more than/],
  'as many lines as that would take': [
    PART,
    declaring(1e14, 1e12),
    /pages\.ndjson declares 100,000,000 MB, more than/,
  ],
  'a part that is too long for its lines': [PART, declaring(9e8, 50), /declares 900 MB for 50 lines/],
  'a part that is too short for its lines': [
    PART,
    declaring(9e5, 1e6),
    /declares 900,000 bytes for 1000000 lines/,
  ],
  'a list of changes of 10^14 bytes': [
    'changes/1.ndjson',
    tree => {
      const file = path.join(tree, 'changes/index.json');
      const index = JSON.parse(fs.readFileSync(file, 'utf8'));
      index.data.at(-1).bytes = 1e14;
      fs.writeFileSync(file, JSON.stringify(index));
    },
    /changes\/1\.ndjson declares 100,000,000 MB, more than/,
  ],
  'a page of 10^14 bytes': [
    'api/x.json',
    tree =>
      editPart(tree, PART, entries => [
        ...entries,
        { path: 'api/x.json', bytes: 1e14, sha256: sha256Of('x'), date: '2020-01-01' },
      ]),
    /api\/x\.json declares 100,000,000 MB, more than/,
  ],
};

for (const [what, [place, edit, said]] of Object.entries(DECLARED))
  test(`${what} is refused before its bomb is requested`, async () => {
    const tree = copyOf(after);
    edit(tree);
    const server = await serveFiles(tree, bombAt(place));
    const mirror = copyOf(before);
    try {
      assert.match(await failure(syncHere(server.url, mirror)), said);
    } finally {
      await server.close();
    }
    assert.not.ok(server.asked.some(({ url }) => url.includes(place)));
    await assertMirrors(mirror, before);
  });

test('a catalog that declares 10^14 bytes is refused before it is requested', async () => {
  const tree = clone(whole);
  editReport(tree, report => {
    report.catalog_bytes = { [CATALOG]: 1e14 };
  });
  const server = await serveFiles(tree, bombAt(CATALOG));
  try {
    const mirror = path.join(temporaryFolder(), 'mirror');
    assert.match(
      await failure(syncHere(server.url, mirror, { catalog: true })),
      /catalog\.bin declares more bytes/,
    );
    assert.not.ok(server.asked.some(({ url }) => url.includes(CATALOG)));
  } finally {
    await server.close();
  }
});

test('a bomb in place of a catalog is cut at the length in the report', async () => {
  const server = await serveFiles(whole, bombAt(CATALOG));
  const folder = temporaryFolder();
  const watch = watchUse(() => sizeOf(folder));
  try {
    const mirror = path.join(folder, 'mirror');
    const error = await failure(syncHere(server.url, mirror, { catalog: true }));
    assert.match(error, /catalog\.bin is not what the manifest names/);
  } finally {
    await server.close();
  }
  assert.ok(watch.end() < 16 * MB, `${watch.end()}`);
});

function sizeOf(folder: string): number {
  const names = fs.readdirSync(folder, { recursive: true }) as string[];
  return names.reduce(
    (sum, name) => sum + (fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** The most that something comes to. */
function watchUse(use: () => number): { end(): number } {
  let most = 0;
  const look = (): void => {
    most = Math.max(most, use());
  };
  const timer = setInterval(look, 5);
  return {
    end() {
      clearInterval(timer);
      return most;
    },
  };
}

const disk = temporaryFolder();
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]).status === 0;
const hindrance = mounted ? null : 'no file system can be mounted here';
test.after(() => void (mounted && spawnSync('umount', ['-l', disk])));

const freeOf = (): number => {
  const { bavail, bsize } = fs.statfsSync(disk);
  return bavail * bsize;
};

/** What is plausible, and more than there is room for. @param isAsked whether only a look at what comes can tell */
const FILLING: Readonly<
  Record<string, [place: string, edit: (tree: string) => void, catalog: boolean, isAsked: boolean]>
> = {
  'a part': [PART, declaring(9e8, 1e6), false, false],
  'a dump': [
    'bulk/x.jsonl.gz',
    tree =>
      editPart(tree, PART, entries => [
        ...entries,
        { path: 'bulk/x.jsonl.gz', bytes: 6e9, sha256: sha256Of('x'), date: '2020-01-01' },
      ]),
    false,
    false,
  ],
  'a catalog': [
    CATALOG,
    tree =>
      editReport(tree, report => {
        report.catalog_bytes = { [CATALOG]: 6e9 };
      }),
    true,
    false,
  ],
  'a catalog whose size an earlier version does not tell': [CATALOG, withoutSizes, true, true],
  'a report that has no end': [REPORT, () => {}, true, true],
};

for (const [what, [place, edit, catalog, isAsked]] of Object.entries(FILLING))
  testWhere(
    test,
    hindrance,
    `${what} on a disk that is too small leaves some of it free all the time`,
    async () => {
      const tree = clone(whole);
      edit(tree);
      const server = await serveFiles(tree, bombAt(place));
      const free = freeOf();
      const watch = watchUse(() => free - freeOf());
      const mirror = path.join(disk, 'mirror');
      let used = 0;
      try {
        const told = await failure(syncHere(server.url, mirror, { catalog, patience: PATIENT }));
        assert.match(told, /disk is too small/, told);
      } finally {
        used = watch.end();
        await server.close();
      }
      assert.ok(used < 0.995 * free, `${used} of ${free}`);
      assert.is(
        server.asked.some(({ url, method }) => method === 'GET' && url.includes(place)),
        isAsked,
      );
      assert.not.ok(fs.existsSync(mirror));
      fs.rmSync(path.join(disk, '.mirror.build'), { recursive: true, force: true });
    },
  );

/** Gives the manifest's line of a file another length. */
const lengthen = (tree: string, part: string, name: string): void =>
  editPart(tree, part, entries =>
    entries.map(entry => (entry.path === name ? { ...entry, bytes: entry.bytes + 1 } : entry)),
  );

test('a wrong length is refused for a new file and for an existing one', async () => {
  const tree = copyOf(after);
  lengthen(tree, PART, 'api/sources.json');
  const server = await serveFiles(tree);
  try {
    for (const from of [tree, server.url])
      for (const mirror of [path.join(temporaryFolder(), 'mirror'), copyOf(before), copyOf(after)]) {
        const error = await failure(syncHere(from, mirror));
        assert.match(error, /api\/sources\.json is not what the manifest names/, from);
      }
  } finally {
    await server.close();
  }
  assert.equal((await verifyTree(tree, silent)).altered, ['api/sources.json']);
});

test('a wrong length is refused for a file in another part than before, too', async () => {
  const name = 'api/sources.json';
  const tree = copyOf(after);
  lengthen(tree, PART, name);
  const lists = 'manifest/usc/pages/lists.ndjson';
  editPart(tree, PART, entries => {
    const moved = entries.filter(entry => entry.path === name);
    editPart(tree, lists, others => [...others, ...moved]);
    return entries.filter(entry => entry.path !== name);
  });
  assert.match(
    await failure(syncHere(tree, copyOf(after))),
    /api\/sources\.json is not what the manifest names/,
  );
});

test.run();
