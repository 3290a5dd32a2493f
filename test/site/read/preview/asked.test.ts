import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { askedBy } from '../../../../build/site/app/read/preview/asked.ts';

const HERE = '/usc/title-17/chapter-1/section-106';

const asked = (path: string, words = '') => {
  const { pathname, search, hash } = new URL(path, 'http://localhost');
  return askedBy({ path: pathname, search, hash }, words, HERE);
};

const usc = (identifier: string, labels: string[] = []) =>
  ({ kind: 'document', source: 'usc', identifier, labels }) as const;

test('a link to a document asks for it, and for the paragraph of its fragment', () => {
  assert.equal(asked('/usc/title-17/section-107'), usc('/us/usc/t17/s107'));
  assert.equal(asked('/usc/title-17/section-107#a-1-A'), usc('/us/usc/t17/s107', ['a', '1', 'A']));
  assert.equal(asked('/usc/title-17/section-107#h-historical-and-notes.2'), usc('/us/usc/t17/s107'));
  assert.equal(asked('/fr/2018-09910'), {
    ...{ kind: 'document', source: 'fr', identifier: '/us/fr/2018-09910' },
    labels: [],
  });
});

test('links to levels, citations and footnotes ask for these', () => {
  assert.equal(asked('/ecfr/structure/t2/p200'), {
    ...{ kind: 'level', source: 'ecfr', identifier: '/us/cfr/t2/p200' },
  });
  const citation = (words: string) => asked('/search?q=17%20USC%20107', words);
  assert.equal(citation('section 107'), { kind: 'citation', query: '17 USC 107' });
  assert.equal(citation('section 107(a)(1)'), { kind: 'citation', query: '17 USC 107(a)(1)' });
  assert.equal(citation('section 107 (a) (1) '), { kind: 'citation', query: '17 USC 107 (a) (1)' });
  assert.equal(citation('(a) of section 107'), { kind: 'citation', query: '17 USC 107' });
  assert.equal(asked(`${HERE}#fn-3`), { kind: 'note', id: 'fn-3' });
});

test('other links have no preview', () => {
  for (const path of [
    HERE,
    `${HERE}#a`,
    `${HERE}#fnref-3`,
    // The same document by another path.
    '/usc/title-17/section-106#a',
    '/usc/title-17',
    '/fr/2018',
    '/search',
    '/docs',
    '/nowhere',
  ])
    assert.is(asked(path), null, path);
  assert.equal(asked('/usc/title-17/section-107#%E0%A4%A'), usc('/us/usc/t17/s107'), 'no fragment of a page');
});

test.run();
