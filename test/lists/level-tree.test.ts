import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type HierarchyLevel, SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { columnOf, LEVELS_COLUMN, type SourceCatalog } from '../../build/formats/catalog.ts';
import {
  documentsOf,
  type KnownLevel,
  type LevelNode,
  type LevelTree,
  levelTree,
  spansOf,
} from '../../build/lists/level-tree.ts';
import { catalogOf, documentWith, randomDocuments } from '../helpers/catalogs.ts';
import { identifiersAbove, levelOf, withLevels } from '../helpers/levels.ts';

const usc = sourceOf('usc');
const title = levelOf('title', '1', 'GULLS', '/us/usc/t1');

/** The catalog of sections 1, 2, 3 ... of title 1 with these levels. */
const catalogWith = (chains: readonly HierarchyLevel[][], source = usc): SourceCatalog =>
  catalogOf(
    source,
    chains.map((hierarchy, i) => documentWith(source, `${source.namespace}t1/s${i + 1}`, { hierarchy })),
  );

const treeOf = (chains: readonly HierarchyLevel[][], known: readonly KnownLevel[] = []): LevelTree =>
  levelTree(catalogWith(chains), known);

const known = (level: HierarchyLevel, more: Partial<KnownLevel> = {}): KnownLevel => ({
  ...level,
  ...{ status: null, position: null, notes: '', path: [title] },
  ...more,
});

/** Levels in levels: `t1 4`, where 4 documents are. */
type Shape = [string, ...Shape[]];
const shapeOf = ({ identifier, count, children }: LevelNode): Shape => [
  `${identifier.replace(/^\/us\/(usc|cfr)\//, '')} ${count}`,
  ...children.map(shapeOf),
];
const shapes = ({ outermost }: LevelTree): Shape[] => outermost.map(shapeOf);

const nodeOf = ({ byIdentifier }: LevelTree, identifier: string): LevelNode => {
  const node = byIdentifier.get(identifier);
  assert.ok(node, `${identifier} is none of ${[...byIdentifier.keys()]}`);
  return node;
};

/** Ordinals of the documents at any depth, by the spans. */
function ordinalsIn(catalog: SourceCatalog, node: LevelNode): number[] {
  const column = columnOf(catalog, LEVELS_COLUMN);
  return spansOf(column, node)
    .flatMap(([from, to]) => [...column.order.subarray(from, to)])
    .sort((a, b) => a - b);
}

/** The same by way of the levels. */
const reachedFrom = (catalog: SourceCatalog, node: LevelNode): number[] => [
  ...documentsOf(catalog, node),
  ...node.children.flatMap(child => reachedFrom(catalog, child)),
];

const ordinals = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);

test('levels are in the order of their first documents, and count documents at any depth', () => {
  const [second, first] = [levelOf('chapter', '2'), levelOf('chapter', '1')];
  const tree = treeOf([
    [title, second],
    [title, first, levelOf('subchapter', 'II')],
    [title, second],
    [title],
    [title, first, levelOf('subchapter', 'I')],
    [title, first],
  ]);
  assert.equal(shapes(tree), [['t1 6', ['t1/ch2 2'], ['t1/ch1 3', ['t1/ch1/schII 1'], ['t1/ch1/schI 1']]]]);
});

test('a source without documents has the levels that the corpus tells', () => {
  assert.equal(shapes(treeOf([])), []);
  const tree = treeOf([], [known(title, { path: [] }), known(levelOf('chapter', '3'))]);
  assert.equal(shapes(tree), [['t1 0', ['t1/ch3 0']]]);
});

test('outermost levels are titles and appendices, and nothing is above them', () => {
  const tree = treeOf([
    [levelOf('appendix', '18a')],
    [levelOf('title', '5'), levelOf('chapter', '1')],
    [levelOf('title', '5')],
  ]);
  assert.equal(shapes(tree), [['t18a 1'], ['t5 2', ['t5/ch1 1']]]);
  assert.is(nodeOf(tree, '/us/usc/t5').above, null);
  assert.is(nodeOf(tree, '/us/usc/t5/ch1').above, nodeOf(tree, '/us/usc/t5'));
});

test('reserved levels are among the others by their numbers', () => {
  const chapter = (number: string) => levelOf('chapter', number, null, `/us/usc/t1/ch${number}`);
  const tree = treeOf(
    [
      [title, chapter('1')],
      [title, chapter('4')],
    ],
    ['5', '3', '2'].map(number => known(chapter(number), { status: 'reserved' })),
  );
  assert.equal(
    nodeOf(tree, '/us/usc/t1').children.map(({ number, status, count, first }) => [
      number,
      status,
      count,
      first,
    ]),
    [
      ['1', null, 1, 0],
      ['2', 'reserved', 0, Number.POSITIVE_INFINITY],
      ['3', 'reserved', 0, Number.POSITIVE_INFINITY],
      ['4', null, 1, 1],
      ['5', 'reserved', 0, Number.POSITIVE_INFINITY],
    ],
  );
});

test('reserved titles are among the others by their numbers', () => {
  const tree = treeOf(
    [[levelOf('title', '1')], [levelOf('title', '3')]],
    [known(levelOf('title', '2'), { path: [] })],
  );
  assert.equal(shapes(tree), [['t1 1'], ['t2 0'], ['t3 1']]);
});

test('two names of one number are two levels', () => {
  const [gulls, terns, owls] = ['Gulls', 'Terns', 'Owls'].map(name => levelOf('chapter', '3', name));
  const chains = [terns, gulls, terns, owls, gulls, gulls].map(chapter => [title, chapter as HierarchyLevel]);
  const tree = treeOf(chains);
  assert.equal(shapes(tree), [['t1 6', ['t1/ch3 2'], ['t1/ch3~2 3'], ['t1/ch3~3 1']]]);
  assert.equal(
    nodeOf(tree, '/us/usc/t1').children.map(({ name }) => name),
    ['Terns', 'Gulls', 'Owls'],
    'the first document has the plain identifier',
  );
});

test('the parts of two levels of one number are apart', () => {
  const chains = ['Terns', 'Gulls'].map(name => [
    title,
    levelOf('chapter', '3', name),
    levelOf('part', '1', 'Eggs'),
  ]);
  assert.equal(shapes(treeOf(chains)), [
    ['t1 2', ['t1/ch3 1', ['t1/ch3/p1 1']], ['t1/ch3~2 1', ['t1/ch3~2/p1 1']]],
  ]);
});

test('spellings of a name are one level, which has the commonest', () => {
  const spellings = ['gulls  and terns', 'GULLS AND TERNS', 'Gulls and Terns', 'GULLS AND TERNS'];
  const tree = treeOf(spellings.map(name => [title, levelOf('chapter', '3', name)]));
  assert.equal(shapes(tree), [['t1 4', ['t1/ch3 4']]]);
  assert.is(nodeOf(tree, '/us/usc/t1/ch3').name, 'GULLS AND TERNS');
});

test('of equally common spellings, the one of the first document counts', () => {
  for (const names of [
    ['Gulls', 'GULLS'],
    ['GULLS', 'Gulls'],
  ]) {
    const tree = treeOf(names.map(name => [levelOf('title', '1', name)]));
    assert.is(nodeOf(tree, '/us/usc/t1').name, names[0]);
  }
});

test('each document counts for the name of its level, also those further below', () => {
  const chains = ['A', 'B', 'C'].map(part => [
    title,
    levelOf('chapter', '3', 'GULLS'),
    levelOf('part', part),
  ]);
  const tree = treeOf([
    [title, levelOf('chapter', '3', 'Gulls')],
    [title, levelOf('chapter', '3', 'Gulls')],
    ...chains,
  ]);
  assert.is(nodeOf(tree, '/us/usc/t1/ch3').name, 'GULLS');
});

test('a title has one level, whatever it is called', () => {
  const tree = treeOf([
    [levelOf('title', '1', 'Gulls')],
    [levelOf('title', '1', 'Terns')],
    [levelOf('title', '1', 'Terns')],
  ]);
  assert.equal(shapes(tree), [['t1 3']]);
  assert.is(nodeOf(tree, '/us/usc/t1').name, 'Terns');
});

test('a document that lacks the name is in the level of the number, which gets the name of others', () => {
  const [plain, named] = [levelOf('chapter', '3'), levelOf('chapter', '3', 'Gulls')];
  for (const chapters of [
    [plain, named],
    [named, plain],
  ]) {
    const tree = treeOf(chapters.map(chapter => [title, chapter]));
    assert.equal(shapes(tree), [['t1 2', ['t1/ch3 2']]]);
    assert.is(nodeOf(tree, '/us/usc/t1/ch3').name, 'Gulls');
  }
});

test('a level with an identifier keeps its first name, and may have any number', () => {
  const level = (name: string) => levelOf('chapter', '3', name, '/us/usc/t1/stA/ch3');
  const tree = treeOf([
    [title, level('Gulls')],
    [title, level('Terns')],
    [title, level('Terns')],
  ]);
  assert.equal(shapes(tree), [['t1 3', ['t1/stA/ch3 3']]]);
  assert.is(nodeOf(tree, '/us/usc/t1/stA/ch3').name, 'Gulls');
});

test('parts of regulations are directly below their title; those of other chapters are other parts', () => {
  const ecfr = sourceOf('ecfr');
  const chapter = (number: string, part: string | null) => [
    levelOf('title', '1'),
    levelOf('chapter', number),
    levelOf('part', '52', part),
  ];
  const shapesOf = (...parts: [string, string | null][]) =>
    shapes(
      levelTree(
        catalogWith(
          parts.map(([number, name]) => chapter(number, name)),
          ecfr,
        ),
      ),
    );
  assert.equal(shapesOf(['I', 'Gulls'], ['II', 'Gulls']), [
    ['t1 2', ['t1/chI 1', ['t1/p52 1']], ['t1/chII 1', ['t1/p52~2 1']]],
  ]);
  assert.equal(
    shapesOf(['I', null], ['II', null], ['II', 'Gulls'], ['I', null]),
    [['t1 4', ['t1/chI 2', ['t1/p52 2']], ['t1/chII 2', ['t1/p52~2 2']]]],
    'also without names',
  );
});

test('what the corpus tells of a level counts more than what documents tell', () => {
  const chapter = (name: string) => levelOf('chapter', '3', name, '/us/usc/t1/ch3');
  const facts = { status: 'repealed', notes: 'A *note*.' };
  const tree = treeOf(
    [
      [title, chapter('GULLS')],
      [title, chapter('GULLS')],
    ],
    [known({ ...chapter('Of Gulls'), level: 'book', number: 'III' }, facts)],
  );
  assert.equal(shapes(tree), [['t1 2', ['t1/ch3 2']]]);
  const { level, number, name, status, notes } = nodeOf(tree, '/us/usc/t1/ch3');
  assert.equal(
    { level, number, name, status, notes },
    { level: 'book', number: 'III', name: 'Of Gulls', ...facts },
  );
});

test('groups without numbers are in the order that the corpus tells', () => {
  const rules = (id: string) => levelOf('rules', null, id, `/us/usc/t1/${id}`);
  const tree = treeOf(
    [[title, rules('a')], [title, rules('b')], [title]],
    [
      known(rules('c'), { position: 1 }),
      known(rules('a'), { position: 3 }),
      known(rules('b'), { position: 2 }),
    ],
  );
  assert.equal(shapes(tree), [['t1 3', ['t1/c 0'], ['t1/b 1'], ['t1/a 1']]]);
});

test('the same for a level without an identifier, whatever its spelling', () => {
  const chains = ['GULLS', 'GULLS'].map(name => [title, levelOf('chapter', '3', name)]);
  const tree = treeOf(chains, [known(levelOf('chapter', '3', 'Gulls'), { notes: 'Note.' })]);
  assert.equal(shapes(tree), [['t1 2', ['t1/ch3 2']]]);
  const { name, notes } = nodeOf(tree, '/us/usc/t1/ch3');
  assert.equal([name, notes], ['Gulls', 'Note.']);
});

test('levels above a known one are made where no document has them', () => {
  const above = levelOf('chapter', '9', 'Owls');
  const tree = treeOf([[title]], [known(levelOf('part', 'A'), { path: [title, above] })]);
  assert.equal(shapes(tree), [['t1 1', ['t1/ch9 0', ['t1/ch9/pA 0']]]]);
  assert.is(nodeOf(tree, '/us/usc/t1/ch9').name, 'Owls');
});

test('levels above a known one do not change the names that documents give', () => {
  const above = { ...title, identifier: null, name: 'gulls' };
  const tree = treeOf([[{ ...above, name: 'GULLS' }]], [known(levelOf('part', 'A'), { path: [above] })]);
  assert.is(nodeOf(tree, '/us/usc/t1').name, 'GULLS');
});

test('nor the names that the corpus tells', () => {
  const own = known(levelOf('title', '1', 'Of Gulls'), { path: [] });
  const part = known(levelOf('part', 'A'), { path: [levelOf('title', '1', 'GULLS')] });
  for (const levels of [
    [own, part],
    [part, own],
  ])
    assert.is(nodeOf(treeOf([[levelOf('title', '1', 'gulls')]], levels), '/us/usc/t1').name, 'Of Gulls');
});

test('contradicting levels count only the documents that they lead to', () => {
  const [a, b, c] = ['A', 'B', 'C'].map(number => levelOf('book', number, null, `/us/usc/t1/b${number}`)) as [
    HierarchyLevel,
    HierarchyLevel,
    HierarchyLevel,
  ];
  const catalog = catalogWith([
    [title, a, b],
    [title, c, b],
    [title, b, a],
    [title, a, a],
    [title, c],
  ]);
  const tree = levelTree(catalog);
  assert.equal(shapes(tree), [['t1 5', ['t1/bA 4', ['t1/bB 2']], ['t1/bC 1']]]);
  for (const node of tree.byIdentifier.values()) assert.is(ordinalsIn(catalog, node).length, node.count);
});

const COUNT = 300;

test('of random catalogs, every document is reached from the outermost levels exactly once', () => {
  for (const source of SOURCES.filter(({ metadata }) => metadata.hierarchy))
    for (let seed = 0; seed < 5; seed++) {
      const random = randomDocuments(source, COUNT, seed);
      for (const documents of [random, withLevels(source, random, seed)]) {
        const catalog = catalogOf(source, documents);
        const tree = levelTree(catalog);
        const reached = tree.outermost.flatMap(node => reachedFrom(catalog, node));
        assert.equal(ascending(reached), ordinals(COUNT));
        for (const node of tree.byIdentifier.values()) {
          const within = ascending(reachedFrom(catalog, node));
          assert.equal(ordinalsIn(catalog, node), within);
          assert.equal([node.count, node.first], [within.length, within[0]]);
        }
      }
    }
});

test('of random catalogs, each level has the documents whose levels name it', () => {
  for (const source of SOURCES.filter(({ metadata }) => metadata.hierarchy))
    for (let seed = 0; seed < 5; seed++) {
      const documents = withLevels(source, randomDocuments(source, COUNT, seed), seed);
      const catalog = catalogOf(source, documents);
      const byIdentifier = new Map(documents.map(document => [String(document.identifier), document]));
      const above = ordinals(COUNT).map(ordinal =>
        identifiersAbove(source, byIdentifier.get(catalog.identifier(ordinal)) ?? {}),
      );
      const tree = levelTree(catalog);
      assert.equal([...tree.byIdentifier.keys()].sort(), [...new Set(above.flat())].sort());
      for (const [identifier, node] of tree.byIdentifier)
        assert.equal(
          ordinalsIn(catalog, node),
          ordinals(COUNT).filter(ordinal => above[ordinal]?.includes(identifier)),
          identifier,
        );
    }
});

test('levels that share a beginning are one run of the column', () => {
  const catalog = catalogWith(
    ['2', '1', '3', '1', '2'].map(number => [title, levelOf('chapter', '3'), levelOf('part', number)]),
  );
  const tree = levelTree(catalog);
  const spans = (identifier: string) => spansOf(columnOf(catalog, LEVELS_COLUMN), nodeOf(tree, identifier));
  assert.equal(spans('/us/usc/t1'), [[0, 5]]);
  assert.equal(spans('/us/usc/t1/ch3/p2'), [[2, 4]]);
});

test('the documents of a level are in the order of the law, whatever the spelling of its name', () => {
  const names = ['Terns', 'TERNS', 'terns', 'TERNS', 'Terns'];
  const catalog = catalogWith(names.map(name => [title, levelOf('chapter', '3', name)]));
  assert.equal(documentsOf(catalog, nodeOf(levelTree(catalog), '/us/usc/t1/ch3')), ordinals(5));
});

test.run();
