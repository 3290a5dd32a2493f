import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../build/contract/errors.ts';
import { outlineBelow } from '../../build/contract/outline.ts';
import { outlinePath, structureLevelPath } from '../../build/contract/paths.ts';
import { type HierarchyLevel, type Metadata, sourceOf } from '../../build/contract/sources.ts';
import { type LevelNode, levelTree } from '../../build/lists/level-tree.ts';
import { Listing } from '../../build/lists/listing.ts';
import { levelPage, outlinePage } from '../../build/pages/structure.ts';
import { catalogOf, documentWith, randomDocuments } from '../helpers/catalogs.ts';
import { levelOf, withLevels } from '../helpers/levels.ts';

const usc = sourceOf('usc');

interface Outline {
  identifier: string;
  children: Outline[];
}
interface Answer {
  data: Outline & { path: object[] };
  meta: object;
}

/** The files of all levels of a catalog, as a build writes them. */
function filesOf(documents: readonly Metadata[]): { files: Map<string, string>; levels: LevelNode[] } {
  const listing = new Listing(catalogOf(usc, documents));
  const { byIdentifier } = levelTree(listing.catalog);
  const files = new Map<string, string>();
  for (const node of byIdentifier.values()) {
    files.set(structureLevelPath(usc, node.identifier), levelPage(listing, node).json);
    if (node.above === null) files.set(outlinePath(usc, node.identifier), outlinePage(listing, node).json);
  }
  return { files, levels: [...byIdentifier.values()] };
}

const below = (files: ReadonlyMap<string, string>, identifier: string): Promise<string> =>
  outlineBelow(async path => files.get(path) ?? null, { source: usc, identifier });

function find(outline: Outline, identifier: string): Outline | undefined {
  if (outline.identifier === identifier) return outline;
  return outline.children.map(child => find(child, identifier)).find(found => found !== undefined);
}

/** Asserts that the outline of every level but titles is what a parser finds in the title's, with the path of the level's page. */
async function assertOutlines(documents: readonly Metadata[]): Promise<void> {
  const { files, levels } = filesOf(documents);
  const parse = (path: string): Answer => JSON.parse(files.get(path) ?? 'null');
  const inner = levels.filter(({ above }) => above !== null);
  assert.ok(inner.length > 1);
  for (const { identifier } of inner) {
    const { path } = parse(structureLevelPath(usc, identifier)).data;
    const title = parse(outlinePath(usc, String((path[0] as HierarchyLevel).identifier)));
    const expected = { data: { path, ...find(title.data, identifier) }, meta: title.meta };
    assert.is(await below(files, identifier), JSON.stringify(expected), identifier);
  }
}

const title = levelOf('title', '1', 'GULLS', '/us/usc/t1');

const sections = (...chains: readonly HierarchyLevel[][]): Metadata[] =>
  chains.map((hierarchy, i) =>
    documentWith(usc, `/us/usc/t1/s${i + 1}`, { hierarchy, display_title: `§ ${i} "}{\\` }),
  );

test('an outline is what a parser finds in the file of the title', async () => {
  await assertOutlines(withLevels(usc, randomDocuments(usc, 200, 3), 3));
});

test('quotes, braces and backslashes in names do not end an outline', async () => {
  const names = [
    '"',
    '\\',
    '\\"',
    '}',
    '{',
    '}}]}',
    '{"',
    '"}',
    '\\\\"}',
    '","meta":{}',
    '[{]}',
    '\u2028"',
    'é}"',
  ];
  const chains = names.flatMap((name, i) => {
    const chapter = levelOf('chapter', String(i), name);
    return [
      [title, chapter],
      [title, chapter, levelOf('part', null, `${name}${name}`)],
      [title, chapter, levelOf('part', name, `{"identifier":"/us/usc/t1/ch1","level":`)],
    ];
  });
  await assertOutlines(sections(...chains));
});

test('odd identifiers are found, and not others that begin alike', async () => {
  const odd = ['ch1', 'ch10', 'ch"1', 'ch{1}', 'ch 1', 'ché', 'ch1/p1', 'ch%22', 'ch1","level":"x'];
  await assertOutlines(
    sections(...odd.map(text => [title, levelOf('chapter', null, null, `/us/usc/t1/${text}`)])),
  );
});

test('a document with the identifier of a level is no level', async () => {
  const chapter = levelOf('chapter', '1', 'Gulls', '/us/usc/t1/s1');
  const first = levelOf('chapter', '9');
  await assertOutlines(sections([title, first], [title, chapter], [title, chapter, levelOf('part', 'A')]));
});

async function assertNotFound(files: ReadonlyMap<string, string>, identifier: string): Promise<void> {
  const thrown = await below(files, identifier).then(
    () => null,
    error => error,
  );
  assert.instance(thrown, ApiError);
  const { status, code, message } = thrown as ApiError;
  assert.equal([status, code], [404, 'NOT_FOUND']);
  assert.ok(message.includes(identifier), message);
}

test('an unknown level is not found, nor one whose files are missing or tell nothing of it', async () => {
  const chapter = levelOf('chapter', '1', 'Gulls');
  const { files } = filesOf(sections([title, chapter], [title, levelOf('chapter', '2')]));
  const own = structureLevelPath(usc, '/us/usc/t1/ch1');
  const all = outlinePath(usc, '/us/usc/t1');
  assert.ok(await below(files, '/us/usc/t1/ch1'));
  for (const unknown of ['/us/usc/t1/ch9', '/us/usc/t9', '/us/usc/t1/ch', '/us/usc/'])
    await assertNotFound(files, unknown);
  const without = (...paths: string[]) => new Map([...files].filter(([path]) => !paths.includes(path)));
  await assertNotFound(without(own), '/us/usc/t1/ch1');
  await assertNotFound(without(all), '/us/usc/t1/ch1');
  await assertNotFound(new Map(), '/us/usc/t1/ch1');
  const other = filesOf(sections([title, levelOf('chapter', '2')])).files.get(all) ?? '';
  await assertNotFound(new Map([...files, [all, other]]), '/us/usc/t1/ch1');
});

test.run();
