import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dumpLines } from '../../build/dumps/dump-lines.ts';
import { REFERENCES_DUMP, versionsDump } from '../../build/state/dump.ts';
import { entryOf, placedPart } from '../helpers/dumped.ts';

const partOf = (name: string, ...paths: string[]) =>
  placedPart(
    name,
    paths.map(path => entryOf(path, path)),
  );
const pathsOf = (dumped: string, ...parts: ReturnType<typeof partOf>[]): string[] =>
  Array.from(dumpLines(dumped, parts), ({ path }) => path);

test('a dump of documents has their JSON, in the byte order of paths', () => {
  const names = ['a/b', 'a', 'é', '\u{1f600}', '\uff5e', 'a b', 'a.json', 's1.json"x'];
  const folder = 'api/usc/documents/t1/';
  const files = names.map(name => `${folder}${name}.json`);
  const others = names.flatMap(name => [`${folder}${name}.md`, `${folder}${name}.txt`]);
  const sorted = [...files].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  assert.equal(pathsOf('usc/t1', partOf('usc/t1', ...others, ...files)), sorted);
});

test('a document whose identifier ends as the name of a file does is in a dump once', () => {
  const identifier = '/us/usc/t1/a.json';
  const entries = ['a.json.json', 'a.json.md', 'a.json.txt'].map(name => ({
    ...entryOf(`api/usc/documents/t1/${name}`, name),
    identifier,
  }));
  assert.equal(pathsOf('usc/t1', placedPart('usc/t1', entries)), ['api/usc/documents/t1/a.json.json']);
});

test('a dump of former versions has their texts, and no lists of them', () => {
  const folder = 'api/usc/documents/t1/s1';
  const texts = [`${folder}/versions/2018-01-01.json`, `${folder}/versions/2019-01-01.json`];
  const part = partOf(
    'usc/versions/t1',
    ...texts,
    `${folder}/versions.json`,
    `${folder}/versions/2018-01-01.md`,
  );
  assert.equal(pathsOf(versionsDump('usc/t1'), part), texts);
  assert.equal(pathsOf(versionsDump('usc/t1'), partOf('usc/versions/t1', `${folder}/versions.json`)), []);
});

test('the dump of references has a line for each subject, part by part', () => {
  const first = (name: string) => `api/usc/documents/${name}/references.json`;
  const page = 'api/usc/documents/t2/s1/references/_q/list=cites&limit=100&offset=100.json';
  const lines = [
    ...dumpLines(REFERENCES_DUMP, [
      partOf('usc/references/t2', first('t2/s1'), page),
      partOf('usc/references/t1', first('t1/s1')),
    ]),
  ];
  assert.equal(
    lines.map(({ path, pages = [] }) => [path, ...pages.map(each => each.path)]),
    [[first('t2/s1'), page], [first('t1/s1')]],
  );
});

test.run();
