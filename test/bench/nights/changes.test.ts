import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildHere } from '../../helpers/builds.ts';
import { Random } from '../../helpers/random.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { writeCorpus } from '../generator/corpus.ts';
import { changeCorpus } from './changes.ts';
import { writeCopies } from './copies.ts';
import { renumbered } from './renumber.ts';
import { churnOf, groupOf, treeFiles } from './tree-files.ts';

const document = (path: string, fields: Record<string, string>, heading: string) => ({
  path,
  text: `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: "${value}"\n`)
    .join('')}---\n\n# ${heading}\n\nSee § 106.\n`,
});

test('a renumbered document has the number in its name, frontmatter and heading, and not in its text', () => {
  const section = document(
    'usc/title-17/chapter-01/section-106.md',
    { identifier: '/us/usc/t17/s106', title: '17 USC § 106 - Rights', section_number: '106' },
    '§ 106. Rights',
  );
  const { path, text } = renumbered(section, digits => `${digits}00`);
  assert.is(path, 'usc/title-17/chapter-01/section-10600.md');
  assert.is(
    text,
    '---\nidentifier: "/us/usc/t17/s10600"\ntitle: "17 USC § 10600 - Rights"\nsection_number: "10600"\n---\n\n# § 10600. Rights\n\nSee § 106.\n',
  );
  const notice = document(
    'fr/2018/05/C1-2018-09910.md',
    { identifier: '/us/fr/C1-2018-09910', document_number: 'C1-2018-09910', fr_citation: '83 FR 21707' },
    'Notice',
  );
  const other = renumbered(notice, digits => `9${digits}`);
  assert.is(other.path, 'fr/2018/05/C1-2018-909910.md');
  assert.match(
    other.text,
    'identifier: "/us/fr/C1-2018-909910"\ndocument_number: "C1-2018-909910"\nfr_citation: "83 FR 921707"',
  );
  const unnumbered = document('usc/title-01/section-A.md', { identifier: '/us/usc/t1/sA' }, 'A');
  assert.match(renumbered(unnumbered, digits => `${digits}7`).text, 'identifier: "/us/usc/t1/sA07"');
});

test('copied and changed corpora have no problems, and exactly the stated changes', async () => {
  const folder = temporaryFolder();
  const [originals, corpus, dist] = ['originals', 'corpus', 'dist'].map(name => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeCorpus(originals, { documents: 200, seed: 3 });
  assert.is(writeCopies(originals, corpus, 3), 600);
  const first = await buildHere(corpus, dist);
  assert.is(sum(first.documents), 600);
  for (const night of [1, 2]) {
    const before = treeFiles(dist);
    const done = changeCorpus(corpus, 40, night, new Random(night));
    assert.equal(done, { body: 20, name: 6, status: 2, renamed: 2, removed: 4, added: 2, published: 4 });
    const report = await buildHere(corpus, dist);
    assert.is(sum(report.documents), 600 + night * 2);
    const { documents, history, others } = churnOf(before, treeFiles(dist));
    assert.is(documents.files, 3 * 36);
    assert.is(documents.removed, 3 * (2 + 4));
    assert.is(history.files, 2, 'a list and its index');
    assert.is(others.files, 1, 'the report');
  }
  const year = path.join(corpus, 'fr', fs.readdirSync(path.join(corpus, 'fr')).sort().at(-1)!);
  const newest = fs.readdirSync(path.join(year, fs.readdirSync(year).sort().at(-1)!));
  assert.is(newest.filter(name => /n[12]x\d\.md$/.test(name)).length, 8, 'published in the newest month');
});

const sum = (numbers: Record<string, number>): number => Object.values(numbers).reduce((a, b) => a + b);

test('each file of a tree belongs to its group', () => {
  const groups = {
    'api/usc/documents/t17/s106.json': 'documents',
    'api/fr/documents/2018-09910.md': 'documents',
    'api/usc/documents.json': 'pages',
    'api/usc/documents/_q/title_number=17.json': 'pages',
    'api/fr/years/2018/5.json': 'pages',
    'manifest.json': 'manifest',
    'manifest/usc/17.ndjson': 'manifest',
    'manifest.ndjson.gz': 'manifest',
    'bulk/usc/t17.jsonl.gz': 'dumps',
    'changes/7.ndjson': 'history',
    'catalog/catalog.bin': 'catalog',
    'build.json': 'others',
  };
  for (const [file, group] of Object.entries(groups)) assert.is(groupOf(file), group, file);
});

test.run();
