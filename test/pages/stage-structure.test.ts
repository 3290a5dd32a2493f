import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type HierarchyLevel, type Source, sourceOf } from '../../build/contract/sources.ts';
import type { Output } from '../../build/files/staging.ts';
import type { KnownLevel } from '../../build/lists/level-tree.ts';
import { LevelTrees } from '../../build/pages/level-trees.ts';
import { Meanings } from '../../build/pages/reference-meanings.ts';
import { stageStructure } from '../../build/pages/stage-structure.ts';
import type { TreeParts } from '../../build/publish/tree-parts.ts';
import type { StateStore } from '../../build/state/store.ts';
import { catalogOf, catalogsWith, documentWith } from '../helpers/catalogs.ts';
import { levelOf } from '../helpers/levels.ts';

/** Levels are made only of sources that changed, or whose levels may be meant. */

const [usc, ecfr, fr] = [sourceOf('usc'), sourceOf('ecfr'), sourceOf('fr')];

const documentsOf = (source: Source) => [
  documentWith(source, `${source.namespace}t1/s1.1`, {
    hierarchy: [
      levelOf('title', '1', 'GULLS', `${source.namespace}t1`),
      levelOf('part', '1', 'NESTS', `${source.namespace}t1/p1`),
    ],
  }),
];
const catalogs = catalogsWith(
  catalogOf(usc, documentsOf(usc)),
  catalogOf(ecfr, documentsOf(ecfr)),
  catalogOf(fr, [documentWith(fr, '/us/fr/2018-1', {})]),
);

/** Levels, and the sources of which they were made. */
function levels() {
  const made: string[] = [];
  const of = (source: string) => {
    made.push(source);
    return [];
  };
  const trees = new LevelTrees(catalogs, { levels: { of } } as unknown as Pick<StateStore, 'levels'>);
  return { made, trees };
}

const PUBLISHED = ['usc', 'ecfr'].flatMap(id => [
  ...[`${id}/structure/all`, `${id}/structure/t1`, `${id}/structure/t2`],
  ...[`${id}/t1`, `${id}/references/t1`],
]);

/** Stages the levels. @returns the parts of the manifest that are kept, and those that are made */
async function staged(changed: readonly Source[] | null, published: readonly string[] = PUBLISHED) {
  const { made, trees } = levels();
  const [kept, anew]: [string[], string[]] = [[], []];
  const treeParts = {
    published: { parts: published, partOf: (name: string) => (published.includes(name) ? {} : null) },
    keep: (part: string) => kept.push(part),
    stage: (part: string) => anew.push(part),
  } as unknown as TreeParts;
  const sources = changed && new Set(changed);
  const touched = changed && new Set<string>();
  await stageStructure({ staging: '', touched, changed: sources, catalogs, trees, treeParts });
  return { kept: kept.sort(), anew: anew.sort(), made };
}

const structureOf = (id: string): string[] => ['all', 't1', 't2'].map(name => `${id}/structure/${name}`);

test('sources without changes keep their levels, which are not made', async () => {
  assert.equal(await staged([]), {
    kept: [...structureOf('ecfr'), ...structureOf('usc')],
    anew: [],
    made: [],
  });
  assert.equal((await staged([fr])).made, []);
});

test('of a source that changed levels are made, and titles without changes kept', async () => {
  assert.equal(await staged([usc]), {
    kept: [...structureOf('ecfr'), 'usc/structure/t1'],
    anew: ['usc/structure/all'],
    made: ['usc'],
  });
});

test('all is made where the last build is unknown, or the published parts are not trusted', async () => {
  const all = ['ecfr/structure/all', 'ecfr/structure/t1', 'usc/structure/all', 'usc/structure/t1'];
  assert.equal(await staged(null), { kept: [], anew: all, made: ['usc', 'ecfr'] });
  assert.equal(await staged([], []), { kept: [], anew: all, made: ['usc', 'ecfr'] });
});

/** A title, or a part of title 1, that the corpus tells without documents. */
const known = (
  identifier: string,
  level: HierarchyLevel,
  path: readonly HierarchyLevel[] = [],
): KnownLevel => ({
  ...level,
  identifier,
  ...{ status: null, position: null, notes: '', path },
});

const treesWith = (own: typeof catalogs, levels: readonly KnownLevel[]): LevelTrees =>
  new LevelTrees(own, { levels: { of: () => levels } } as unknown as Pick<StateStore, 'levels'>);

test('titles with unusual names share a part, which is made anew where one of them has no documents', async () => {
  const titles = ['x', 'y'].map(name => levelOf('title', name, name, `/us/usc/${name}`));
  const unusual = catalogOf(
    usc,
    titles.map((title, i) => documentWith(usc, `/us/usc/t1/s${i + 1}`, { hierarchy: [title] })),
  );
  const staged = async (levels: readonly KnownLevel[]) => {
    const pages: string[] = [];
    const treeParts = {
      published: { parts: [], partOf: () => ({}) },
      keep: (part: string) => pages.push(`${part} kept`),
      stage: (_part: string, _kind: string, made: Iterable<Output>) =>
        pages.push(...Array.from(made, ({ path }) => path)),
    } as unknown as TreeParts;
    const trees = treesWith([unusual], levels);
    const input = { staging: '', touched: new Set<string>(), changed: new Set([usc]), treeParts };
    await stageStructure({ ...input, catalogs: [unusual], trees });
    return pages.filter(page => page !== 'api/usc/structure.json').sort();
  };
  assert.is((await staged([])).length, 1);
  const pagesOf = (name: string) => [
    `api/usc/structure/${name}.json`,
    `api/usc/structure/${name}/_q/depth=all.json`,
  ];
  assert.equal(
    await staged([known('/us/usc/z', levelOf('title', null, 'Z'))]),
    ['x', 'y', 'z'].flatMap(pagesOf).sort(),
  );
});

test('a range of levels with 100 between its ends has all of them, a longer one its ends alone', () => {
  const title = levelOf('title', '1', 'GULLS', '/us/cfr/t1');
  const parts = Array.from({ length: 110 }, (_, i) => 1000 + i).map(number =>
    known(`/us/cfr/t1/p${number}`, levelOf('part', `${number}`), [title]),
  );
  const aliases = { claiming: () => [] } as unknown as StateStore['aliases'];
  const meanings = new Meanings(catalogs, treesWith(catalogs, parts), aliases);
  const countTo = (last: number) => meanings.of(`/us/cfr/t1/p1000\t/us/cfr/t1/p${last}`).length;
  assert.equal([countTo(1002), countTo(1101), countTo(1102)], [3, 102, 2]);
});

test('levels of a source are made for a reference that no document is, and once', () => {
  const { made, trees } = levels();
  const aliases = { claiming: () => [] } as unknown as StateStore['aliases'];
  const meanings = new Meanings(catalogs, trees, aliases);
  assert.equal(meanings.of('/us/cfr/t1/s1.1'), ['api/ecfr/documents/t1/s1.1']);
  assert.equal(meanings.of('/us/pl/94/553'), ['/us/pl/94/553']);
  assert.equal(made, []);
  assert.equal(meanings.of('/us/cfr/t01/P1'), ['api/ecfr/structure/t1/p1']);
  assert.equal(meanings.of('/us/cfr/t1/p2'), ['/us/cfr/t1/p2']);
  assert.equal(made, ['ecfr']);
  assert.equal(meanings.of('/us/usc/t9/s9\n/us/usc/t1'), ['api/usc/structure/t1']);
  assert.equal(made, ['ecfr', 'usc']);
});

test.run();
