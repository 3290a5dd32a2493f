import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Metadata, type MetadataValue, sourceOf } from '../../build/contract/sources.ts';
import { columnOf, LEVELS_COLUMN, type SourceCatalog } from '../../build/formats/catalog.ts';
import {
  documentsOf,
  type LevelNode,
  type LevelTree,
  levelTree,
  spansOf,
} from '../../build/lists/level-tree.ts';
import { catalogOf, documentWith, randomDocuments } from '../helpers/catalogs.ts';

const usc = sourceOf('usc');
const ecfr = sourceOf('ecfr');

const level = (
  name: string,
  number: string | null,
  identifier: string | null,
  title: string | null = null,
) => ({
  ...{ level: name, number, name: title, identifier },
});

const withLevels = (identifier: string, ...hierarchy: ReturnType<typeof level>[]): Metadata =>
  documentWith(identifier.startsWith(ecfr.namespace) ? ecfr : usc, identifier, {
    hierarchy: hierarchy as MetadataValue,
  });

const chapter = (section: string, number: string, name: string | null = null): Metadata =>
  documentWith(usc, `/us/usc/t17/s${section}`, { chapter_number: number, chapter_name: name });

const identifiersOf = (levels: readonly LevelNode[]): string[] => levels.map(({ identifier }) => identifier);

const at = (tree: LevelTree, identifier: string): LevelNode => {
  const node = tree.byIdentifier.get(identifier);
  assert.ok(node, identifier);
  return node as LevelNode;
};

const sectionsIn = (catalog: SourceCatalog, node: LevelNode): string[] =>
  documentsOf(catalog, node).map(ordinal => catalog.identifier(ordinal).replace(/^.*\/s/, ''));

/** All documents below a level, by its runs. */
function below(catalog: SourceCatalog, node: LevelNode): number[] {
  const column = columnOf(catalog, LEVELS_COLUMN);
  return spansOf(column, node)
    .flatMap(([from, to]) => [...column.order.subarray(from, to)])
    .sort((a, b) => a - b);
}

test('levels of documents have their numbers, names, counts and places', () => {
  const title = level('title', '40', '/us/cfr/t40', 'Environment');
  const part = level('part', '52', '/us/cfr/t40/p52', 'PLANS');
  const subpart = level('subpart', 'A', '/us/cfr/t40/p52/spA', 'General');
  const catalog = catalogOf(ecfr, [
    withLevels('/us/cfr/t40/s52.30', title, part, subpart),
    withLevels('/us/cfr/t40/s52.2', title, part, subpart),
    withLevels('/us/cfr/t40/s52.1', title, part),
    withLevels('/us/cfr/t40/s1.1', title, level('part', '1', '/us/cfr/t40/p1')),
  ]);
  const tree = levelTree(catalog);
  assert.equal(identifiersOf(tree.outermost), ['/us/cfr/t40']);
  assert.equal(identifiersOf(at(tree, '/us/cfr/t40').children), ['/us/cfr/t40/p1', '/us/cfr/t40/p52']);
  const node = at(tree, '/us/cfr/t40/p52');
  assert.equal(
    [node.level, node.number, node.name, node.status, node.notes],
    ['part', '52', 'PLANS', null, ''],
  );
  assert.is(node.above, at(tree, '/us/cfr/t40'));
  assert.equal(sectionsIn(catalog, node), ['52.1']);
  assert.equal(sectionsIn(catalog, at(tree, subpart.identifier as string)), ['52.2', '52.30']);
  assert.equal(
    [title, part, subpart].map(({ identifier }) => at(tree, identifier as string).count),
    [4, 3, 2],
  );
});

test('levels without identifiers get them from numbers, and other names of one number are other levels', () => {
  const catalog = catalogOf(usc, [
    chapter('10', '1', 'Scope'),
    chapter('101', '3', 'First'),
    chapter('102', '3', 'SECOND'),
    chapter('103', '3', 'Second'),
    chapter('104', '3', 'Second '),
    chapter('105', '3'),
    documentWith(usc, '/us/usc/t17a/s1', {}),
  ]);
  const tree = levelTree(catalog);
  assert.equal(identifiersOf(tree.outermost), ['/us/usc/t17', '/us/usc/t17a']);
  assert.is(at(tree, '/us/usc/t17a').level, 'appendix');
  assert.is(at(tree, '/us/usc/t17').name, 'Copyrights');
  const chapters = ['ch1', 'ch3', 'ch3~2'].map(name => at(tree, `/us/usc/t17/${name}`));
  assert.equal(at(tree, '/us/usc/t17').children, chapters);
  assert.equal(
    chapters.map(({ name }) => name),
    ['Scope', 'First', 'Second'],
    'the commonest spelling',
  );
  assert.equal(
    chapters.map(node => sectionsIn(catalog, node)),
    [['10'], ['101', '105'], ['102', '103', '104']],
    'a document without a name belongs to the first',
  );
});

test('a level whose first document has no name takes the name of another, and no second level', () => {
  const tree = levelTree(catalogOf(usc, [chapter('1', '2'), chapter('2', '2', 'Named')]));
  assert.equal(identifiersOf(at(tree, '/us/usc/t17').children), ['/us/usc/t17/ch2']);
  assert.is(at(tree, '/us/usc/t17/ch2').name, 'Named');
});

test('what the corpus tells of a level counts more, also of levels without documents', () => {
  const title = level('title', '17', '/us/usc/t17', 'Copyrights');
  const told = { status: null, notes: '', path: [title] };
  const tree = levelTree(
    catalogOf(usc, [chapter('1', '1', 'one'), chapter('2', '1', 'one'), chapter('9', '3')]),
    [
      { ...level('chapter', '1', '/us/usc/t17/ch1', 'ONE'), ...told, notes: 'A note.' },
      { ...level('chapter', '2', '/us/usc/t17/ch2'), ...told, status: 'reserved' },
      { ...level('chapter', '2A', null, 'Derived'), ...told },
    ],
  );
  const { children } = at(tree, '/us/usc/t17');
  assert.equal(
    identifiersOf(children).map(identifier => identifier.slice('/us/usc/t17/'.length)),
    ['ch1', 'ch2', 'ch2A', 'ch3'],
  );
  assert.equal(
    children.map(({ name, status, notes, count }) => [name, status, notes, count]),
    [
      ['ONE', null, 'A note.', 2],
      [null, 'reserved', '', 0],
      ['Derived', null, '', 0],
      [null, null, '', 1],
    ],
  );
});

test('every document of random catalogs is in one level, and the runs of a level are its documents', () => {
  for (const seed of [1, 2, 3, 4]) {
    for (const source of [usc, ecfr]) {
      const catalog = catalogOf(source, randomDocuments(source, 150, seed));
      const tree = levelTree(catalog);
      const seen: number[] = [];
      const visit = (node: LevelNode): number[] => {
        const own = documentsOf(catalog, node);
        seen.push(...own);
        const all = [...own, ...node.children.flatMap(visit)].sort((a, b) => a - b);
        assert.equal(below(catalog, node), all, node.identifier);
        assert.is(node.count, all.length, node.identifier);
        assert.is(node.first, all[0], node.identifier);
        return all;
      };
      tree.outermost.forEach(visit);
      const leveled = [...columnOf(catalog, LEVELS_COLUMN).order].sort((a, b) => a - b);
      assert.equal(
        seen.sort((a, b) => a - b),
        leveled,
      );
      assert.ok(leveled.length > 100);
      assert.ok(tree.byIdentifier.size > 3);
    }
  }
});

test.run();
