import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Entry } from '../../build/files/entry.ts';
import { type Part, readRoot } from '../../build/files/manifest/root.ts';
import {
  assertMirrors,
  copyOf,
  editPart,
  editRoot,
  type Fault,
  failure,
  nights,
  serveFiles,
  sha256Of,
  syncHere,
} from './helpers.ts';

/** build/README.md, Sync: a source that is damaged or hostile is refused, and nothing of it is published. */

let before: string;
let after: string;
/** As it was before: nothing of what is refused may change it. */
let mirror: string;
/** A part that the night has changed. */
let changed: string;
test.before(async () => {
  ({ before, after } = await nights(40, 20));
  mirror = copyOf(before);
  const old = readRoot(before).parts.map(({ sha256 }) => sha256);
  const parts = readRoot(after).parts.filter(({ sha256 }) => !old.includes(sha256));
  changed = parts.find(({ path }) => path.startsWith('manifest/usc/t'))?.path ?? '';
});

const PART = 'manifest/pages.ndjson';

const filler = (name: string, content = 'x'): Entry => ({
  path: name,
  bytes: content.length,
  sha256: sha256Of(content),
  date: '2020-01-01',
});

const adding = (name: string) => (tree: string) =>
  editPart(tree, PART, entries => [...entries, filler(name)]);

const write = (name: string, content: string) => (tree: string) => {
  fs.writeFileSync(path.join(tree, name), content);
};

/** What may be wrong with a tree, by what is said of it. */
const DAMAGE: Readonly<Record<string, [(tree: string) => void, RegExp]>> = {
  'a root that is no JSON': [write('manifest.json', '{"version": 1'), /damaged: manifest.json is damaged/],
  'a root of another version': [write('manifest.json', '{"version":2,"parts":[]}'), /of version 2/],
  'a part outside its folder': [
    tree =>
      editRoot(tree, parts =>
        parts.map((part, i) => (i ? part : { ...part, path: 'manifest/../../x.ndjson' })),
      ),
    /names a part outside manifest/,
  ],
  'a part that is something else': [
    tree => fs.appendFileSync(path.join(tree, changed), '\n'),
    /is not what the manifest names/,
  ],
  'a part that is missing': [tree => fs.rmSync(path.join(tree, changed)), /is missing/],
  'a part with an invalid line': [
    tree =>
      editPart(tree, PART, entries => `${entries.map(entry => JSON.stringify(entry)).join('\n')}\nnothing\n`),
    /a line that names no file/,
  ],
  'a part that lists fewer files than the root says': [
    tree =>
      editRoot(tree, parts =>
        parts.map(part => (part.path === changed ? { ...part, files: part.files + 1 } : part)),
      ),
    /does not list what the manifest says/,
  ],
  'two parts with one file': [
    tree => {
      adding('api/x.json')(tree);
      editPart(tree, changed, entries => [...entries, filler('api/x.json')]);
    },
    /once more/,
  ],
  'a file that climbs out': [adding('api/../../evil'), /outside api/],
  'a file at an absolute path': [adding('/etc/evil'), /outside api/],
  'a file of the catalog': [adding('catalog/catalog.bin'), /outside api/],
  'a file of the workspace': [adding('.build/journal.json'), /outside api/],
  'a file with a backslash': [adding('api\\..\\evil'), /outside api/],
  'a file behind NUL': [adding('api/a\u0000b.json'), /outside api/],
  'a file that is a device': [adding('api/nul.json'), /outside api/],
  'a path of 4,000 bytes': [
    adding(`api${'/a'.repeat(2000)}.json`),
    /whose path is too long: "api\/a\/a.{0,200}… \(4010 characters\)/,
  ],
  'a path just too long': [adding(`api/${'a/'.repeat(596)}x.json`), /whose path is too long/],
  'a name that is too long for a file': [adding(`api/${'é'.repeat(128)}`), /whose path is too long/],
  'a part in a part': [
    tree =>
      editRoot(tree, parts => {
        const [first] = parts as [Part];
        return [...parts, { ...first, path: `${first.path}/x.ndjson` }].sort((a, b) =>
          a.path < b.path ? -1 : 1,
        );
      }),
    /names a part outside manifest/,
  ],
  'a file that is missing': [adding('api/missing.json'), /api\/missing.json is missing/],
  'a file of another content': [
    tree => {
      adding('api/x.json')(tree);
      fs.writeFileSync(path.join(tree, 'api/x.json'), 'y');
    },
    /api\/x.json is not what the manifest names/,
  ],
  'a file that is longer': [
    tree => {
      adding('api/x.json')(tree);
      fs.writeFileSync(path.join(tree, 'api/x.json'), 'xx');
    },
    /api\/x.json is not what the manifest names/,
  ],
  'a file in a file': [
    tree => {
      for (const name of ['api/x', 'api/x/y']) adding(name)(tree);
      fs.writeFileSync(path.join(tree, 'api/x'), 'x');
    },
    /damaged: api\/x is a file, and there are files below that name/,
  ],
  'more than any disk holds': [
    tree => editPart(tree, PART, entries => [...entries, { ...filler('api/x.json'), bytes: 2 ** 52 }]),
    /api\/x.json declares/,
  ],
};

for (const [what, [damage, message]] of Object.entries(DAMAGE)) {
  test(`${what} is refused from a directory and from a server`, async () => {
    const tree = copyOf(after);
    damage(tree);
    const server = await serveFiles(tree);
    for (const from of [tree, server.url]) {
      assert.match(await failure((async () => syncHere(from, mirror))()), message, from);
      await assertMirrors(mirror, before, from);
    }
    await server.close();
    assert.not.ok(fs.existsSync(path.join(path.dirname(path.dirname(mirror)), 'evil')));
  });
}

test('links and pipes in a directory are not files of its tree', async () => {
  const tree = copyOf(after);
  adding('api/x.json')(tree);
  fs.mkdirSync(path.join(tree, 'api/x.json'));
  assert.match(await failure(syncHere(tree, mirror)), /api\/x.json is missing/);
  await assertMirrors(mirror, before);
});

const SERVERS: Readonly<Record<string, [Fault, RegExp]>> = {
  'a root without an end': [
    (_, response, name) => {
      if (name !== 'manifest.json') return false;
      const chunk = Buffer.alloc(1e6, ' ');
      const more = (): void => void (response.destroyed || response.write(chunk, more));
      more();
      return true;
    },
    /manifest.json has no end/,
  ],
  'files without an end': [
    (request, response, name) => {
      if (!name.startsWith('api/') || request.method === 'HEAD') return false;
      const chunk = Buffer.alloc(1e5, ' ');
      const more = (): void => void (response.destroyed || response.write(chunk, more));
      more();
      return true;
    },
    /is not what the manifest names/,
  ],
  'a redirect to another server': [
    (_, response, name) => {
      if (!name.startsWith('api/')) return false;
      response.writeHead(301, { location: `http://127.0.0.1:1/${name}` }).end();
      return true;
    },
    /redirects .* to http:\/\/127.0.0.1:1, which is refused/,
  ],
  'a root behind a redirect to another server': [
    (_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/manifest.json' }).end();
      return true;
    },
    /which is refused/,
  ],
  'pages in place of files': [
    (_, response, name) => {
      if (!name.startsWith('api/')) return false;
      response.end('<html>Welcome</html>');
      return true;
    },
    /is not what the manifest names/,
  ],
  'no tree at all': [
    (_, response) => {
      response.writeHead(404).end();
      return true;
    },
    /gives out no tree: manifest.json is answered with status 404/,
  ],
};

for (const [what, [fault, message]] of Object.entries(SERVERS)) {
  test(`a server with this fault is refused: ${what}`, async () => {
    const server = await serveFiles(after, fault);
    // What has been fetched for another would not be asked for again.
    const mirror = copyOf(before);
    assert.match(await failure(syncHere(server.url, mirror)), message);
    await server.close();
    await assertMirrors(mirror, before);
  });
}

test('a file that a cache holds in another version is requested past the cache', async () => {
  let stale = 0;
  const server = await serveFiles(after, (request, response, name) => {
    if (!name.startsWith('api/') || request.method === 'HEAD' || /[?&]_=/.test(request.url ?? ''))
      return false;
    if (request.headers['cache-control'] === 'no-cache') return false;
    stale++;
    response.end('stale');
    return true;
  });
  const other = copyOf(before);
  await syncHere(server.url, other);
  await server.close();
  assert.ok(stale > 0);
  await assertMirrors(other, after);
});

test('files fetched in refused runs do no harm', async () => {
  await syncHere(after, mirror);
  await assertMirrors(mirror, after);
});

test.run();
