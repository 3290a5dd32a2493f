import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ChangesEntry } from '../../build/contract/changes.ts';
import { CHANGES_FEED } from '../../build/contract/site-paths.ts';
import { stageFeed } from '../../build/history/feed.ts';
import { assertFeed } from '../files/atom-grammar.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const none = { added: 0, changed: 0, removed: 0 };

const entryOf = (number: number, more: Partial<ChangesEntry> = {}): ChangesEntry => ({
  number,
  build: String(number).padStart(64, '0'),
  previous: null,
  published: `2031-05-0${1 + (number % 9)}T00:00:00.000Z`,
  complete: false,
  documents: { added: 1, changed: 2, removed: 0 },
  sources: { usc: { ...none, added: 1 }, fr: { ...none, changed: 2 }, ecfr: none },
  pages: { written: 1, removed: 0 },
  path: `changes/${number}.ndjson`,
  url: `/api/changes/${number}`,
  bytes: 1,
  sha256: '0'.repeat(64),
  ...more,
});

async function feedOf(entries: readonly ChangesEntry[], url: string | null = null): Promise<string> {
  const staging = temporaryFolder();
  stageFeed(staging, entries, url);
  const xml = readFileSync(join(staging, CHANGES_FEED), 'utf8');
  assertFeed(xml);
  return xml;
}

test('the feed has builds, newest first, with their changes', async () => {
  const xml = await feedOf([
    entryOf(2),
    entryOf(1, { complete: true, documents: null, sources: null, pages: null }),
  ]);
  assert.match(xml, '<title>Build 2: documents added: 1, changed: 2, removed: 0</title>');
  assert.match(xml, '<summary>usc: 1 added; fr: 2 changed</summary>');
  assert.match(xml, '<title>Build 1: everything, made anew</title>');
  assert.match(xml, '<link rel="alternate" href="/api/changes/2"/>');
  assert.match(
    await feedOf([entryOf(2, { editions: 1 })]),
    'fr: 2 changed; another edition of 1 title</summary>',
  );
  assert.match(await feedOf([entryOf(2, { editions: 3 })]), 'another edition of 3 titles</summary>');
  const [day, before] = ['2031-05-03T00:00:00.000Z', '2031-05-02T00:00:00.000Z'];
  for (const time of [day, before])
    assert.match(xml, `<updated>${time}</updated><published>${time}</published>`);
});

test("the feed's date is its newest entry's, and its links differ", async () => {
  const [head = ''] = (await feedOf([entryOf(2), entryOf(1)])).split('<entry>');
  assert.match(head, '<updated>2031-05-03T00:00:00.000Z</updated>');
  assert.match(head, '<link rel="alternate" href="/api/changes"/>');
  assert.match(head, '<link rel="self" href="/feeds/changes.atom"/>');
});

test('the file is of the day of its newest entry, and is named with its bytes', () => {
  const staging = temporaryFolder();
  const named = stageFeed(staging, [entryOf(2), entryOf(1)], null);
  const file = join(staging, CHANGES_FEED);
  const bytes = readFileSync(file);
  assert.equal(named, { path: CHANGES_FEED, bytes: bytes.length, sha256: hash('sha256', bytes) });
  assert.is(statSync(file).mtime.toISOString().slice(0, 10), '2031-05-03');
});

test('entries of the same build or the same number have different ids', async () => {
  const build = 'a'.repeat(64);
  const idsOf = async (...entries: ChangesEntry[]) =>
    [...(await feedOf(entries)).matchAll(/<entry><id>([^<]+)</g)].map(([, id]) => id);
  const ids = [
    ...(await idsOf(entryOf(3, { build }), entryOf(2), entryOf(1, { build }))),
    ...(await idsOf(entryOf(3), entryOf(2, { build }))),
  ];
  assert.is(new Set(ids).size, 5);
});

test('the feed has fifty builds, with absolute addresses if the public address is known', async () => {
  const entries = Array.from({ length: 60 }, (_, i) => entryOf(60 - i));
  const xml = await feedOf(entries, 'https://law.example.org/');
  assert.is(xml.split('<entry>').length - 1, 50);
  assert.match(xml, 'href="https://law.example.org/api/changes/60"');
  assert.match(xml, '<link rel="self" href="https://law.example.org/feeds/changes.atom"/>');
  assert.match(xml, '<link rel="alternate" href="https://law.example.org/api/changes"/>');
});

test.run();
