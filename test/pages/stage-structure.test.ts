import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Source, sourceOf } from '../../build/contract/sources.ts';
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
