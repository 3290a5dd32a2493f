import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fileAt } from '../../../build/contract/routing/match.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import { identifierOfWebPath } from '../../../build/contract/web-path.ts';
import { documentFeeds } from '../../../build/site/feeds/documents.ts';
import { assertFeed } from '../../files/atom-grammar.ts';
import { catalogOf, catalogsWith, documentWith, randomDocuments } from '../../helpers/catalogs.ts';
import { catalogsOf, sampleTree } from '../../helpers/tree.ts';

const fr = sourceOf('fr');

const linksOf = (xml: string): string[] =>
  [...xml.matchAll(/<entry>.*?<link rel="alternate" href="(.*?)"\/>/gs)].map(([, href]) => href ?? '');

test('a feed lists the newest documents of daily sources, newest first', async () => {
  const [feed, ...others] = documentFeeds(await catalogsOf(await sampleTree()), null);
  assert.is(others.length, 0);
  assert.is(feed?.path, 'site/feeds/fr.atom');
  assert.is(fileAt('/feeds/fr.atom')?.path, feed?.path);
  const xml = String(feed?.content);
  assertFeed(xml);
  const days = [...xml.matchAll(/<published>(.{10})/g)].map(([, day]) => day);
  assert.ok(days.length > 3);
  assert.equal(days, [...days].sort().reverse());
  for (const link of linksOf(xml)) assert.match(identifierOfWebPath(link) ?? '', /^\/us\/fr\//);
  assert.match(xml, `<updated>${feed?.date}T00:00:00.000Z</updated>`);
});

test('a feed has at most fifty entries and is valid for any text', async () => {
  const [feed] = documentFeeds(
    catalogsWith(catalogOf(fr, randomDocuments(fr, 300, 4))),
    'https://law.example.org/',
  );
  const xml = String(feed?.content);
  assertFeed(xml);
  assert.is(linksOf(xml).length, 50);
  for (const link of linksOf(xml)) assert.match(link, /^https:\/\/law\.example\.org\/fr\//);
  assert.is(new Set([...xml.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id)).size, 51);
});

test('documents without a day are in no feed', () => {
  const dated = documentWith(fr, '/us/fr/2018-1');
  const undated = documentWith(fr, '/us/fr/2018-2', { publication_date: null, last_updated: '2029-01-01' });
  const [feed] = documentFeeds(catalogsWith(catalogOf(fr, [dated, undated])), null);
  assert.equal(linksOf(String(feed?.content)), ['/fr/2018-1']);
  assert.is(feed?.date, '2020-01-01');
  const [empty] = documentFeeds(catalogsWith(catalogOf(fr, [undated])), null);
  assertFeed(String(empty?.content));
  assert.equal(linksOf(String(empty?.content)), []);
});

test('an entry has the title of its document, on one line; without one its identifier', () => {
  const titled = documentWith(fr, '/us/fr/2018-1', { display_title: ' Lamps\n of  brass ' });
  const untitled = documentWith(fr, '/us/fr/2018-2', { display_title: null });
  const [feed] = documentFeeds(catalogsWith(catalogOf(fr, [titled, untitled])), null);
  const titles = [...String(feed?.content).matchAll(/<entry>.*?<title>(.*?)<\/title>/gs)].map(
    ([, title]) => title,
  );
  assert.equal(titles.sort(), ['/us/fr/2018-2', 'Lamps of brass']);
});

test.run();
