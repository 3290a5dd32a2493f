import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SourceId } from '../../build/contract/sources.ts';
import { isLevelFile } from '../../build/corpus/file.ts';
import { listCorpus } from '../../build/corpus/files.ts';
import { type CorpusLevel, readLevel } from '../../build/corpus/level.ts';
import { formatProblem } from '../../build/corpus/problems.ts';
import { levelOf } from '../helpers/levels.ts';
import { writeCorpus } from '../helpers/written-corpus.ts';

const PATH = 'usc/title-01/chapter-03/_level.md';

const OWN = { identifier: '/us/usc/t1/ch3', level: 'chapter', number: '"3"', name: '"OF GULLS"' };
const TITLE = { level: 'title', number: '"1"', name: 'GULLS', identifier: '/us/usc/t1' };

const lines = (fields: Readonly<Record<string, string | null>>): string[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${value}`);

/** The file of a chapter. @param changes YAML values by key; null leaves the key out */
function text(
  changes: Readonly<Record<string, string | null>> = {},
  body = '# CHAPTER 3— OF GULLS\n',
): string {
  const hierarchy = lines(TITLE).map((line, i) => `\n${i === 0 ? '  - ' : '    '}${line}`);
  return ['---', ...lines({ ...OWN, hierarchy: hierarchy.join(''), ...changes }), '---', '', body].join('\n');
}

const read = (content: string | Buffer, path = PATH) =>
  readLevel({ source: path.slice(0, path.indexOf('/')) as SourceId, path }, Buffer.from(content));

function levelIn(content: string | Buffer, path = PATH): CorpusLevel | null {
  const result = read(content, path);
  if ('problems' in result) throw new Error(result.problems.map(formatProblem).join());
  return result.level;
}

const problemsOf = (content: string | Buffer): string[] => {
  const result = read(content);
  return 'problems' in result ? result.problems.map(formatProblem) : [];
};

const good: CorpusLevel = {
  ...levelOf('chapter', '3', 'OF GULLS', '/us/usc/t1/ch3'),
  source: 'usc',
  status: null,
  position: null,
  path: [levelOf('title', '1', 'GULLS', '/us/usc/t1')],
  notes: '',
};

test('a level has what its file tells', () => {
  assert.equal(levelIn(text()), good);
  assert.equal(levelIn(text({ status: 'reserved' })), { ...good, status: 'reserved' });
  assert.equal(levelIn(text({ status: '' })), { ...good, status: null });
  assert.equal(levelIn(text({ number: null, name: 'null' })), { ...good, number: null, name: null });
});

test('a position is a whole number', () => {
  assert.equal(levelIn(text({ position: '2' })), { ...good, position: 2 });
  for (const position of ['0', '-1', '1.5', 'first', '1234567890', ''])
    assert.equal(levelIn(text({ position })), good, position);
});

test('a title has no levels above', () => {
  for (const hierarchy of [null, '', '[]'])
    assert.equal(levelIn(text({ hierarchy, identifier: '/us/usc/t1', level: 'title' })), {
      ...good,
      ...{ level: 'title', identifier: '/us/usc/t1', path: [] },
    });
});

test('levels above are from the title down', () => {
  const hierarchy = ['title', 'subtitle', 'part'].map(level => `\n  - level: ${level}`).join('');
  assert.equal(
    levelIn(text({ hierarchy }))?.path,
    ['title', 'subtitle', 'part'].map(level => levelOf(level, null)),
  );
});

test('a level without an identifier is one by its levels above, or the other way round', () => {
  assert.equal(levelIn(text({ identifier: null })), { ...good, identifier: null });
  assert.equal(levelIn(text({ hierarchy: null })), { ...good, path: [] });
});

test('a file that names neither itself nor the levels above describes no level', () => {
  for (const blank of [null, '', '" "'])
    assert.is(levelIn(text({ identifier: blank, hierarchy: null })), null);
  assert.is(levelIn(text({ identifier: null, hierarchy: '[]', level: '[1]' })), null, 'whatever else it has');
  assert.is(
    levelIn(text(), 'fr/2022/03/_issue-2022-03-14/part-II-1/_level.md'),
    null,
    'nor one of a journal',
  );
});

test('notes are what follows the heading', () => {
  const notes = (body: string) => levelIn(text({}, body))?.notes;
  assert.is(
    notes('# CHAPTER 3\n\n## Notes\n\nA *note*.\n\n# Another\n'),
    '## Notes\n\nA *note*.\n\n# Another',
  );
  assert.is(notes('# CHAPTER 3'), '');
  assert.is(notes('# CHAPTER 3\n'), '');
  assert.is(notes(''), '');
  assert.is(notes('A note without a heading.\n'), 'A note without a heading.');
  assert.is(notes('#\nA note.\n'), 'A note.');
  assert.is(
    notes('## Notes\n\nA note.\n'),
    '## Notes\n\nA note.',
    'a heading further below is none of the level',
  );
});

test('lines may end as on Windows', () => {
  const content = text({}, '# CHAPTER 3\n\n## Notes\n\nA note.\n').replaceAll('\n', '\r\n');
  assert.equal(levelIn(content), { ...good, notes: '## Notes\r\n\r\nA note.' });
  assert.is(levelIn(text({}, '# CHAPTER 3').replaceAll('\n', '\r\n'))?.notes, '');
});

const listOf = (levels: number): string => `[${'{ level: title },'.repeat(levels)}]`;

test('a broken file is a problem that is named', () => {
  const levels = 'must be a list of at most 32 levels with level, number, name and identifier, each a text';
  assert.equal(problemsOf('# CHAPTER 3\n'), [
    `${PATH}: the file does not begin with frontmatter, a line ---`,
  ]);
  assert.equal(problemsOf(Buffer.from([0xff])), [`${PATH}: the file is not valid UTF-8`]);
  for (const level of [null, '', '[a]', '"\\u0001"'])
    assert.equal(problemsOf(text({ level })), [`${PATH}: level: ${levels}`], String(level));
  for (const name of ['[a]', '"\\u0001"', '{ a: b }'])
    assert.equal(problemsOf(text({ name })), [`${PATH}: level: ${levels}`], name);
  for (const hierarchy of [
    'x',
    '[x]',
    '[[]]',
    '[{ number: "1" }]',
    '{ level: title }',
    '[{ level: title }, {}]',
    listOf(33),
  ])
    assert.equal(problemsOf(text({ hierarchy })), [`${PATH}: hierarchy: ${levels}`], hierarchy);
  assert.is(levelIn(text({ hierarchy: listOf(32) }))?.path.length, 32);
});

test('identifiers that cannot be published, or are of another title, are not used', () => {
  for (const identifier of ['../../x', '/us/usc/t1/../x', '/us/cfr/t1/ch3', 't1/ch3', '/us/usc/t2/ch3'])
    assert.equal(levelIn(text({ identifier })), { ...good, identifier: null }, identifier);
  const above = (identifier: string) =>
    levelIn(text({ hierarchy: `[{ level: title, number: "1", identifier: "${identifier}" }]` }));
  assert.equal(above('/us/usc/../t1'), { ...good, path: [levelOf('title', '1')] });
  assert.equal(above('/us/usc/t2'), {
    ...good,
    identifier: null,
    path: [levelOf('title', '1', null, '/us/usc/t2')],
  });
});

test('files of levels are those called so, in any folder', () => {
  for (const path of [
    'usc/_level.md',
    'usc/title-01/_level.md',
    PATH,
    'usc/t/_level-2.md',
    'usc/t/_level-.md',
  ])
    assert.ok(isLevelFile({ path }), path);
  const others = [
    '_levels.md',
    'x_level.md',
    '_level.md.md',
    '_level.markdown',
    '_level',
    '_level-2/section-1.md',
    'level.md',
  ];
  for (const name of [...others, '_levelx.md', '_LEVEL.md', '_level.mdx'])
    assert.not.ok(isLevelFile({ path: `usc/t/${name}` }), name);
});

test('a corpus lists files of levels, but counts documents only', () => {
  const corpus = writeCorpus({
    'usc/_level.md': '',
    'usc/title-01/_level.md': '',
    'usc/title-01/_level-2.md': '',
    'usc/title-01/_levels.md': '',
    'usc/title-01/_meta.md': '',
    'usc/title-01/README.md': '',
    'usc/title-01/chapter-03/_level.md': '',
    'usc/title-01/chapter-03/section-1.md': '',
    'usc/title-02/chapter-01/_level.md': '',
    'usc/title-03/_other.md': '',
  });
  assert.equal(
    Array.from(listCorpus(corpus), folder => [folder.name, folder.count, folder.paths()]),
    [
      ['usc', 0, ['usc/_level.md']],
      [
        'usc/title-01',
        1,
        ['usc/title-01/_level-2.md', 'usc/title-01/_level.md', PATH, 'usc/title-01/chapter-03/section-1.md'],
      ],
      ['usc/title-02', 0, ['usc/title-02/chapter-01/_level.md']],
    ],
  );
});

test.run();
