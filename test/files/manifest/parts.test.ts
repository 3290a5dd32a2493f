import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type SourceId, sourceOf } from '../../../build/contract/sources.ts';
import {
  aliasedPart,
  isOfDocuments,
  partName,
  partOfAliases,
  partOfDocument,
  partOfDump,
  partOfPage,
  partPath,
} from '../../../build/files/manifest/parts.ts';
import { columnFields } from '../../../build/formats/catalog.ts';

/** build/README.md, The manifest. */

function partOf(id: SourceId, identifier: string, date: string | null = null): string {
  const source = sourceOf(id);
  const values = columnFields(source).map(field => (field === 'publication_date' ? date : 'another'));
  return partOfDocument(source, identifier, values);
}

test('a section is listed with its title, and a document without titles with its month', () => {
  assert.is(partOf('usc', '/us/usc/t17/s106'), 'usc/t17');
  assert.is(partOf('usc', '/us/usc/t5a/s1'), 'usc/t5a');
  assert.is(partOf('ecfr', '/us/cfr/t17/s240.10b-5'), 'ecfr/t17');
  assert.is(partOf('fr', '/us/fr/2018-09910', '2018-05-10'), 'fr/2018-05');
  assert.is(partOf('fr', '/us/fr/t17/s106', '1936-03-14'), 'fr/1936-03');
});

test('titles whose names differ only in case share a part, since some systems store them as one file', () => {
  assert.is(partOf('usc', '/us/usc/T5A/s1'), 'usc/t5a');
});

test('documents without a usable title or month share a part', () => {
  for (const shorthand of [
    's106',
    't17',
    't17 /s1',
    't00017/s1',
    't17abc/s1',
    'con/s1',
    'tİ/s1',
    't-1/s1',
    'xt17/s1',
  ])
    assert.is(partOf('usc', `/us/usc/${shorthand}`), 'usc/other', shorthand);
  for (const date of [null, '', '2018', '2018-05', '../../x-05-10', '12018-05-10'])
    assert.is(partOf('fr', '/us/fr/2018-09910', date), 'fr/other', String(date));
});

const PAGES: [part: string, paths: string[]][] = [
  [
    'usc/pages/lists',
    [
      'api/usc/documents.json',
      'api/usc/documents/_q/cursor=.json',
      'api/usc/documents/_q/sort=identifier&limit=20&offset=20.json',
      'api/usc/documents/_q/sort=identifier&limit=20&cursor=%2Fus%2Fusc%2Ft17%2Fs106.json',
      'api/usc/titles.json',
    ],
  ],
  [
    'usc/pages/t17',
    [
      'api/usc/titles/17.json',
      'api/usc/documents/_q/title_number=17.json',
      'api/usc/documents/_q/title_number=17&cursor=.json',
      'api/usc/documents/_q/title_number=17&sort=identifier&limit=20&offset=20.json',
    ],
  ],
  ['usc/pages/title_number', ['api/usc/documents/_q/title_number=x.json']],
  ['usc/pages/t1', ['api/usc/documents/_q/title_number=1.json']],
  ['usc/pages/chapter_number', ['api/usc/documents/_q/chapter_number=1.json']],
  ['ecfr/pages/agency', ['api/ecfr/documents/_q/agency=A%20%3D%20B&sort=identifier&limit=20&offset=20.json']],
  ['fr/pages/lists', ['api/fr/documents.json', 'api/fr/years.json']],
  ['fr/pages/document_type', ['api/fr/documents/_q/document_type=rule.json']],
  [
    'fr/pages/2018',
    [
      'api/fr/years/2018.json',
      'api/fr/years/2018/05.json',
      'api/fr/years/2018/05/_q/limit=100&offset=100.json',
    ],
  ],
  ['pages', ['api/sources.json', 'api/stats.json', 'api/openapi.json', 'api/other/documents.json']],
];

for (const [part, paths] of PAGES) {
  test(`the part of a page follows from its path: ${part}`, () => {
    for (const path of paths) assert.is(partOfPage(path), part, path);
    assert.not.ok(isOfDocuments(partPath(part)));
  });
}

test('parts of documents differ from those of pages and dumps', () => {
  for (const name of ['usc/t17', 'fr/2018-05', 'usc/other', 'pages17/t1', 'bulky/t1'])
    assert.ok(isOfDocuments(partPath(name)), name);
  for (const name of ['bulk', 'bulk/usc', partOfDump('fr/2018-05'), partOfAliases('usc/t17')])
    assert.not.ok(isOfDocuments(partPath(name)), name);
  assert.is(partOfDump('fr/2018-05'), 'bulk/fr');
});

test('the part of aliases and that of their documents have related names', () => {
  assert.is(partOfAliases('usc/t17'), 'usc/aliases/t17');
  assert.is(aliasedPart('usc/aliases/t17'), 'usc/t17');
  for (const name of ['usc/t17', 'usc/pages/lists', 'bulk/usc', 'site/code', 'pages'])
    assert.is(aliasedPart(name), null, name);
});

test('name and path of a part derive from each other', () => {
  assert.is(partPath('usc/pages/t17'), 'manifest/usc/pages/t17.ndjson');
  for (const name of ['usc/t17', 'manifest/usc/t17', 'usc/t17.ndjson', 'manifest/usc/t17.ndjson'])
    assert.is(partName(name), 'usc/t17');
});

test.run();
