import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readDocument } from '../../build/corpus/document.ts';
import {
  documentText,
  ECFR_PATH,
  FR_PATH,
  readCorpus,
  USC_PATH,
  writeCorpus,
} from '../helpers/written-corpus.ts';

test('a document has its metadata, the body from the heading on, and the whole file', () => {
  const bytes = Buffer.from(`\ufeff${documentText(USC_PATH).replaceAll('\n', '\r\n')}`);
  const result = readDocument({ source: 'usc', path: USC_PATH }, bytes);
  if ('problems' in result) throw new Error('it has problems');
  const { metadata, ...rest } = result.document;
  assert.equal(rest, {
    source: 'usc',
    path: USC_PATH,
    identifier: '/us/usc/t17/s106',
    body: '# Heading\r\n\r\nBody.\r\n',
    raw: bytes,
    aliases: [],
  });
  assert.is(rest.raw, bytes);
  assert.equal([metadata.identifier, metadata.source], ['/us/usc/t17/s106', 'usc']);
});

test('an unreadable file has one problem for the whole file', () => {
  const result = readDocument({ source: 'usc', path: USC_PATH }, Buffer.from('# Heading\n'));
  assert.equal(result, {
    problems: [
      { path: USC_PATH, field: null, reason: 'the file does not begin with frontmatter, a line ---' },
    ],
  });
});

test('good documents are read, and all problems of bad ones are listed in order', async () => {
  const corpus = writeCorpus({
    [USC_PATH]: documentText(USC_PATH),
    [ECFR_PATH]: documentText(ECFR_PATH, { title: null, identifier: '/us/cfr/..' }),
    [FR_PATH]: documentText(FR_PATH),
    'fr/2018/05/bad.md': '---js\nprocess.exit(7)\n---\n',
    'usc/title-17/empty.md': '',
  });
  const { documents, problems } = await readCorpus(corpus);
  assert.equal(
    documents.map(document => document.path),
    [FR_PATH, USC_PATH],
  );
  assert.equal(problems, [
    `${ECFR_PATH}: identifier: has the segment ..`,
    `${ECFR_PATH}: title: is missing`,
    'fr/2018/05/bad.md: the frontmatter must be YAML, but is marked js',
    'usc/title-17/empty.md: the file does not begin with frontmatter, a line ---',
  ]);
});

test.run();
