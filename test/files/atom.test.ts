import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { atom, type Feed, feedAddress, urnOf } from '../../build/files/atom.ts';
import { escapeXml } from '../../build/files/xml.ts';
import { assertFeed } from './atom-grammar.ts';

const ENTRY = {
  id: urnOf('/us/fr/2018-1'),
  title: 'A <b>"lamp"</b> & its oil',
  updated: '2018-05-10T00:00:00.000Z',
  published: '2018-05-09T00:00:00.000Z',
  link: '/fr/2018-1',
  category: 'rule',
  summary: 'Lamp\u0001 Office \ud800 \u{1f4a1}',
};
const FEED: Feed = {
  id: urnOf('/us/fr/'),
  title: 'Newest',
  author: 'Federal Register',
  updated: '2018-05-10T00:00:00.000Z',
  self: '/feeds/fr.atom',
  page: '/fr',
  entries: [ENTRY, { ...ENTRY, id: urnOf('/us/fr/2018-2'), category: null, summary: null }],
};

test('a feed is valid Atom for any text of a corpus', () => {
  const document = assertFeed(atom(FEED));
  const texts = (name: string) => Array.from(document.getElementsByTagName(name), node => node.textContent);
  assert.equal(texts('title'), ['Newest', ENTRY.title, ENTRY.title]);
  assert.equal(texts('summary'), ['Lamp\ufffd Office \ufffd \u{1f4a1}']);
  assert.is(document.getElementsByTagName('category')[0]?.getAttribute('term'), 'rule');
  assertFeed(atom({ ...FEED, entries: [] }));
});

test('the grammar of Atom refuses invalid feeds', () => {
  const xml = atom(FEED);
  for (const [from, to] of [
    ['<updated>2018-05-10T00:00:00.000Z</updated>', ''],
    ['<updated>2018-05-10T00:00:00.000Z</updated>', '<updated>2018-05-10</updated>'],
    [`<id>${FEED.id}</id>`, ''],
    ['<author>', '<author2>'],
    ['term="rule"', ''],
    ['</entry>', '<x/></entry>'],
    ['<entry>', '<entry><<'],
    ['/fr/2018-1"', '"'],
  ] as const) {
    // `assert.throws` lets assertions through.
    let isRefused = false;
    try {
      assertFeed(xml.replace(from, to));
    } catch {
      isRefused = true;
    }
    assert.ok(isRefused, `${from} → ${to}`);
  }
});

test('a URN depends on a name alone, and each name has its own', () => {
  const urns = ['a', 'b', '/us/fr/2018-1'].map(urnOf);
  assert.is(new Set(urns).size, 3);
  assert.is(urnOf('a'), urns[0]);
  for (const urn of urns)
    assert.match(urn, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  // RFC 9562, appendix A.4, has it of the DNS namespace; this one is of URLs, computed by another implementation (Python's uuid5).
  assert.is(urnOf('www.example.com'), 'urn:uuid:b63cdfa4-3df9-568e-97ae-006c5b8fd652');
});

test('addresses are absolute below the public address, if it is known', () => {
  assert.is(feedAddress('/fr/2018-1', null), '/fr/2018-1');
  assert.is(feedAddress('/fr/2018-1', 'https://x.example/'), 'https://x.example/fr/2018-1');
  assert.is(feedAddress('/fr/2018-1', 'https://x.example/law/'), 'https://x.example/law/fr/2018-1');
});

test('characters that XML does not allow are replaced', () => {
  assert.is(escapeXml('a\u0000b\tc\nd\ufffe'), 'a\ufffdb\tc\nd\ufffd');
});

test.run();
