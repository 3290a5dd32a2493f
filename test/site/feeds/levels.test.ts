import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ArchiveAppend } from '../../../build/archive/append.ts';
import { type ArchiveRoot, type PartEntry, readRoot } from '../../../build/archive/archive.ts';
import { IndexFile } from '../../../build/archive/index-file.ts';
import { textDigest } from '../../../build/archive/text-digest.ts';
import { fileAt } from '../../../build/contract/routing/match.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import type { DocumentHistory } from '../../../build/contract/title-history.ts';
import type { SourceCatalog } from '../../../build/formats/catalog.ts';
import { levelFeed } from '../../../build/site/feeds/level-feed.ts';
import { fedParts, isFeedOf, levelFeeds } from '../../../build/site/feeds/levels.ts';
import type { DatedFile } from '../../../build/site/site-file.ts';
import { assertFeed } from '../../files/atom-grammar.ts';
import { archiveFormerTexts } from '../../helpers/browser/former-texts.ts';
import { assertSameTree, buildHere, editable, timestamps, touched } from '../../helpers/builds.ts';
import { leftOpen } from '../../helpers/open-files.ts';
import { edit } from '../../helpers/rebuilding.ts';
import { catalogsOf, SAMPLE_CORPUS, sampleTree, temporaryFolder } from '../../helpers/tree.ts';

/** Feeds of what changed in titles, chapters and parts (test/helpers/browser/former-texts.ts). */

const SITE = { url: null, version: '1' };
const CHAPTER = 'site/feeds/usc-title-17-chapter-1.atom';

test('titles and their innermost levels have feeds, others that of their title', () => {
  const of = (id: 'usc' | 'ecfr' | 'fr', numbers: Record<string, string>) => levelFeed(sourceOf(id), numbers);
  assert.is(of('usc', { title: '17' }), '/feeds/usc-title-17.atom');
  assert.is(of('usc', { title: '18A' }), '/feeds/usc-title-18a.atom');
  assert.is(of('usc', { title: '17', chapter: '1' }), '/feeds/usc-title-17-chapter-1.atom');
  assert.is(of('ecfr', { title: '40', chapter: 'I' }), '/feeds/ecfr-title-40.atom');
  assert.is(of('ecfr', { title: '40', chapter: 'I', part: '52' }), '/feeds/ecfr-title-40-part-52.atom');
  assert.is(of('ecfr', { title: '40', part: '5/2' }), null);
  assert.is(of('fr', { year: '2018' }), null);
  assert.is(fileAt('/feeds/ecfr-title-40-part-52.atom')?.path, 'site/feeds/ecfr-title-40-part-52.atom');
});

test('a feed is of one title, whatever others begin with', () => {
  assert.ok(isFeedOf('site/feeds/usc-title-1.atom', 'usc/t1'));
  assert.ok(isFeedOf('site/feeds/usc-title-1-chapter-1.atom', 'usc/t1'));
  assert.not.ok(isFeedOf('site/feeds/usc-title-17.atom', 'usc/t1'));
  assert.not.ok(isFeedOf('site/feeds/usc-title-1a.atom', 'usc/t1'));
});

test('parts of titles have feeds, those of years and of unusual titles have none', () => {
  const parts = ['ecfr/t1', 'fr/2018', 'usc/other', 'usc/t17'].map(name => ({ name }));
  assert.equal(fedParts({ folder: '', root: { packs: [], parts } as unknown as ArchiveRoot }), [
    'ecfr/t1',
    'usc/t17',
  ]);
});

interface Entered {
  day: string;
  edition?: string;
  /** By section: null for one that is gone. */
  texts: Readonly<Record<string, string | null>>;
}

/** The feeds of title 17, of an archive with these editions, by their file's name. */
async function feedsOf(editions: readonly Entered[], url: string | null = null) {
  const folder = path.join(temporaryFolder(), 'archive');
  const archive = new ArchiveAppend(folder);
  for (const { day, edition = day, texts } of editions) {
    const all = Object.entries(texts).map(([section, text]) => ({
      identifier: `/us/usc/t17/${section}`,
      text,
    }));
    const seen = all.flatMap(({ identifier, text }) => {
      if (text === null) return [];
      const bytes = Buffer.from(text);
      return [{ day, edition, identifier, text: textDigest(bytes), read: () => bytes }];
    });
    const gone = new Set(all.flatMap(({ identifier, text }) => (text === null ? identifier : [])));
    archive.enter({
      ...{ name: 'usc/t17', seen, isGone: identifier => gone.has(identifier), edition: { day, edition } },
      ...{ isWhole: false, isCurrent: false },
    });
  }
  archive.commit();
  archive.close();
  const catalogs = await catalogsOf(await sampleTree());
  const feeds = levelFeedsOf(folder, historiesIn(folder), catalogs, url);
  return new Map(
    feeds.map(feed => {
      const xml = String(feed.content);
      assertFeed(xml);
      return [feed.path.replace(/.*title-17-?/, '').replace('.atom', ''), { ...feed, xml }];
    }),
  );
}

/** A section of title 17. @param more fields @param chapter null: none */
const sectionText = (name: string, chapter: number | null, words: string, more = `title: "${name}"\n`) =>
  `---\nidentifier: "/us/usc/t17/${name}"\nsource: "usc"\nlegal_status: "sample"\n${more}title_number: 17\nsection_number: "${name.slice(1)}"\n${chapter === null ? '' : `chapter_number: ${chapter}\n`}currency: "2010-01-01"\nlast_updated: "2010-01-01"\n---\n\n# Lamps\n\n${words}\n`;

const entriesIn = (xml = ''): string[] =>
  [
    ...xml.matchAll(/<entry>.*?<title>(.*?)<\/title>.*?<category term="(.*?)"\/><summary>(.*?)<\/summary>/gs),
  ].map(([, ...told]) => told.join(' | '));

test('an entry has name, kind and edition; a document without a chapter is in the feed of its title, once', async () => {
  const feeds = await feedsOf([
    {
      day: '2010-01-01',
      texts: { s901: sectionText('s901', null, 'a'), s902: sectionText('s902', 88, 'a') },
    },
    {
      ...{ day: '2011-01-01', edition: '112-5' },
      texts: {
        s901: sectionText('s901', null, 'b'),
        s902: sectionText('s902', 88, 'b', 'title: "Lamps   of\\n the \u00a0sea "\n'),
      },
    },
    { day: '2012-01-01', texts: { s901: '---\nx', s902: null } },
  ]);
  const of902 = [
    'Lamps of the sea: removed | removed | Removed by the edition of 2012-01-01.',
    'Lamps of the sea: amended | amended | Amended by the edition of 2011-01-01 (Public Law 112-5).',
  ];
  assert.equal(entriesIn(feeds.get('chapter-88')?.xml), of902);
  assert.equal(entriesIn(feeds.get('')?.xml), [
    '/us/usc/t17/s901: amended | amended | Amended by the edition of 2012-01-01.',
    of902[0],
    '/us/usc/t17/s901: amended | amended | Amended by the edition of 2011-01-01 (Public Law 112-5).',
    of902[1],
  ]);
  assert.is(feeds.get('chapter-88')?.date, '2012-01-01');
});

test('entries of one day are in the order of identifiers, whether the corpus has the documents or not', async () => {
  const text = (name: string, words: string) => sectionText(name, 1, words);
  const feeds = await feedsOf([
    { day: '2010-01-01', texts: { s1050: text('s1050', 'a'), s106: text('s106', 'a') } },
    { day: '2011-01-01', texts: { s1050: null, s106: text('s106', 'b') } },
  ]);
  for (const name of ['', 'chapter-1'])
    assert.equal(
      [...(feeds.get(name)?.xml ?? '').matchAll(/section-(\d+)\?/g)].map(([, section]) => section),
      ['1050', '106'],
    );
});

test('a feed is called by its title and chapter, with addresses and an id of its own', async () => {
  const feeds = await feedsOf(
    [
      { day: '2010-01-01', texts: { s901: sectionText('s901', 88, 'a') } },
      { day: '2011-01-01', texts: { s901: sectionText('s901', 88, 'b') } },
    ],
    'https://law.example.org/',
  );
  const headOf = (name: string): string => (feeds.get(name)?.xml ?? '').split('<entry>')[0] ?? '';
  const heads = ['', 'chapter-88'].map(headOf);
  const told = heads.map(head => [
    /<title>(.*)<\/title>/.exec(head)?.[1],
    ...[...head.matchAll(/href="(.*?)"/g)].map(([, href]) => href),
  ]);
  assert.equal(told, [
    [
      'U.S. Code, title 17: what changed',
      'https://law.example.org/feeds/usc-title-17.atom',
      'https://law.example.org/usc/title-17',
    ],
    [
      'U.S. Code, title 17, chapter 88: what changed',
      'https://law.example.org/feeds/usc-title-17-chapter-88.atom',
      'https://law.example.org/usc/title-17/chapter-88',
    ],
  ]);
  assert.is(new Set(heads.map(head => /<id>(.*?)<\/id>/.exec(head)?.[1])).size, 2);
});

test('a document that is gone is in the feed of its last chapter', async () => {
  const feeds = await feedsOf([
    { day: '2010-01-01', texts: { s901: sectionText('s901', 88, 'a') } },
    { day: '2011-01-01', texts: { s901: sectionText('s901', 89, 'b') } },
    { day: '2012-01-01', texts: { s901: null } },
  ]);
  assert.is(entriesIn(feeds.get('chapter-89')?.xml).length, 2);
  assert.not(feeds.has('chapter-88'));
});

test('of a title the newest thousand documents that are gone are read, and no file stays open', async () => {
  const many = (text: (name: string) => string | null) =>
    Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`s9${1000 + i}`, text(`s9${1000 + i}`)]));
  const feeding = async (): Promise<void> => {
    const feeds = await feedsOf([
      {
        day: '2010-01-01',
        texts: { s8: sectionText('s8', 88, 'a'), ...many(name => sectionText(name, 89, 'a')) },
      },
      { day: '2011-01-01', texts: { s8: null } },
      { day: '2012-01-01', texts: many(() => null) },
    ]);
    assert.ok(feeds.has('chapter-89'));
    assert.not(feeds.has('chapter-88'));
    assert.is(entriesIn(feeds.get('')?.xml).length, 50);
  };
  assert.is(await leftOpen(feeding), 0);
});

/** The history of title 17 in which every text reads otherwise than the one before. */
function historiesIn(folder: string, isNewInNotes = false): DocumentHistory[] {
  const entry = readRoot(folder).parts.find(({ name }) => name === 'usc/t17') as PartEntry;
  const text = { display_title: 'x', status: 'in_force', levels: [], isNewInNotes, was: null };
  return [...new IndexFile(folder, entry)].map(({ identifier, runs }) => ({
    identifier,
    runs: runs.map(({ first, version }) => ({ from: first.day, text: version && text })),
  }));
}

/** The feeds of title 17. */
const levelFeedsOf = (
  folder: string,
  histories: Iterable<DocumentHistory>,
  catalogs: readonly SourceCatalog[],
  url: string | null = null,
): DatedFile[] => [...levelFeeds({ folder, root: readRoot(folder) }, 'usc/t17', histories, catalogs, url)];

test('a feed tells what changed, newest first, and a night writes those that changed alone', async () => {
  const { corpus, dist } = editable();
  const folder = path.join(path.dirname(dist), 'archive');
  archiveFormerTexts(folder);
  const again = (to = dist, archive = folder, day: string | null = null) =>
    buildHere(corpus, to, {
      bulk: false,
      search: false,
      site: SITE,
      archive: { folder: archive, asOf: day },
    });
  await again();
  const read = (name: string): string => fs.readFileSync(path.join(dist, name), 'utf8');
  const entriesOf = (name: string): string[] => {
    const xml = read(name);
    assertFeed(xml);
    return [...xml.matchAll(/<entry>.*?<title>(.*?)<\/title><updated>(.{10}).*?href="(.*?)"/gs)].map(
      ([, title, day, link]) => `${day} ${title?.replace(/ - .*:/, '')} ${link}`,
    );
  };
  const changes = [
    '2021-12-27 17 USC § 106 amended /usc/title-17/chapter-1/section-106?from=2018-01-01&#38;to=2021-12-27',
    '2018-01-01 17 USC § 106 amended /usc/title-17/chapter-1/section-106?from=2015-01-01&#38;to=2018-01-01',
    '2018-01-01 17 USC § 109 removed /usc/title-17/chapter-1/section-109?on=2015-01-01',
  ];
  assert.equal(entriesOf(CHAPTER), changes);
  assert.equal(entriesOf('site/feeds/usc-title-17.atom'), changes);
  // What an edition has that nobody saw before is no news.
  assert.equal(entriesOf('site/feeds/usc-title-30.atom'), []);
  assert.equal(entriesOf('site/feeds/ecfr-title-1-part-1.atom'), [
    '2025-04-02 1 CFR § 1.1 amended /ecfr/title-1/chapter-I/part-1/section-1.1?from=2019-01-01&#38;to=2025-04-02',
    '2025-04-02 1 CFR § 1.10 added /ecfr/title-1/chapter-I/part-1/section-1.10?on=2025-04-02',
    '2025-04-02 1 CFR § 1.2 added /ecfr/title-1/chapter-I/part-1/section-1.2?on=2025-04-02',
    '2025-04-02 1 CFR § 1.3 removed /ecfr/title-1/part-1/section-1.3?on=2019-01-01',
  ]);
  assert.equal(entriesOf('site/feeds/ecfr-title-1-part-18.atom'), [
    '2025-04-02 1 CFR § 18.4 added /ecfr/title-1/chapter-I/part-18/section-18.4?on=2025-04-02',
  ]);
  const before = timestamps(dist);
  edit(corpus, 'usc/title-17/chapter-01/section-107.md', text => `${text}\nOne more lamp.\n`);
  await again(dist, folder, '2026-01-01');
  const written = touched(before, timestamps(dist)).filter(file => file.startsWith('site/'));
  assert.equal(written.filter(file => file.includes('/feeds/') && !file.includes('fr.atom')).sort(), [
    CHAPTER,
    'site/feeds/usc-title-17.atom',
  ]);
  assert.is(
    entriesOf(CHAPTER)[0],
    '2026-01-01 17 USC § 107 notes amended /usc/title-17/chapter-1/section-107?from=2021-12-27&#38;to=2026-01-01',
  );
  const [copy, cold] = [`${folder}-copy`, `${dist}-cold`];
  fs.cpSync(folder, copy, { recursive: true });
  await again(cold, copy, '2026-01-01');
  assertSameTree(dist, cold);
});

test('a feed has fifty entries at most, also of documents that are gone', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  archiveFormerTexts(folder);
  const archive = new ArchiveAppend(folder);
  const text = fs.readFileSync(path.join(SAMPLE_CORPUS, 'usc/title-17/chapter-01/section-106.md'), 'utf8');
  for (const day of ['2010-01-01', '2011-01-01']) {
    const seen = Array.from({ length: 60 }, (_, i) => {
      const bytes = Buffer.from(`${text.replaceAll('/s106', `/s9${100 + i}`)}\nOf ${day}.\n`);
      return {
        day,
        edition: day,
        identifier: `/us/usc/t17/s9${100 + i}`,
        text: textDigest(bytes),
        read: () => bytes,
      };
    });
    const rest = { isGone: () => false, edition: null, isWhole: false, isCurrent: false };
    archive.enter({ name: 'usc/t17', seen, ...rest });
  }
  archive.commit();
  archive.close();
  const catalogs = await catalogsOf(await sampleTree());
  const feeds = levelFeedsOf(folder, historiesIn(folder), catalogs, 'https://law.example.org/');
  const feed = feeds.find(each => each.path === CHAPTER);
  const xml = String(feed?.content);
  assertFeed(xml);
  assert.is(xml.split('<entry>').length - 1, 50);
  assert.match(xml, 'href="https://law.example.org/usc/title-17/chapter-1/section-106?from=');
  assert.match(xml, 'section-9100?from=2010-01-01&#38;to=2011-01-01');
});

test('each of several texts of one day has an entry of its own, with an address of its own, that stays', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  archiveFormerTexts(folder);
  const catalogs = await catalogsOf(await sampleTree());
  const text = fs.readFileSync(path.join(SAMPLE_CORPUS, 'usc/title-17/chapter-01/section-106.md'), 'utf8');
  const entriesAfter = (words: string) => {
    const archive = new ArchiveAppend(folder);
    const bytes = Buffer.from(`${text}\n${words}\n`);
    const key = { day: '2019-05-01', edition: '2019-05-01', identifier: '/us/usc/t17/s106' };
    const seen = [{ ...key, text: textDigest(bytes), read: () => bytes }];
    archive.enter({
      ...{ name: 'usc/t17', seen, isGone: () => false, edition: null, isWhole: false, isCurrent: true },
    });
    archive.commit();
    archive.close();
    const feeds = levelFeedsOf(folder, historiesIn(folder), catalogs);
    const xml = String(feeds.find(each => each.path === CHAPTER)?.content);
    assertFeed(xml);
    return [...xml.matchAll(/<entry>\s*<id>(.*?)<\/id>.*?href=".*?106\?(.*?)"/gs)]
      .map(([, id, query]) => ({ id, query: query?.replace('&#38;', '&') }))
      .filter(({ query }) => query?.includes('2019-05-01'));
  };
  const [first] = entriesAfter('One.');
  assert.is(first?.query, 'from=2018-01-01&to=2019-05-01');
  const second = entriesAfter('Two.');
  const third = entriesAfter('Three.');
  assert.equal(
    third.map(({ query }) => query),
    [
      'from=2019-05-01~2&to=2019-05-01',
      'from=2019-05-01~1&to=2019-05-01~2',
      'from=2018-01-01&to=2019-05-01~1',
    ],
  );
  assert.is(new Set(third.map(({ id }) => id)).size, 3);
  assert.equal(
    third.map(({ id }) => id).slice(1),
    second.map(({ id }) => id),
  );
  assert.is(second[1]?.id, first?.id);
});

test('a text that reads as the one before is no news, and one of which notes alone are new says so', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  archiveFormerTexts(folder);
  const catalogs = await catalogsOf(await sampleTree());
  const titlesWith = (histories: readonly DocumentHistory[]): string[] => {
    const feeds = levelFeedsOf(folder, histories, catalogs);
    const xml = String(feeds.find(each => each.path === CHAPTER)?.content);
    return [
      ...xml.matchAll(
        /<entry>.*?<title>[^<]* § (\d+) [^<]*: (.*?)<\/title>.*?<category term="(.*?)"\/><summary>(.*?) by/gs,
      ),
    ].map(([, ...told]) => told.join(', '));
  };
  assert.equal(titlesWith(historiesIn(folder)), [
    '106, amended, amended, Amended',
    '109, removed, removed, Removed',
  ]);
  assert.equal(titlesWith(historiesIn(folder, true)), [
    '106, notes amended, amended, Notes amended',
    '109, removed, removed, Removed',
  ]);
  assert.equal(titlesWith([]), ['109, removed, removed, Removed']);
});

test('the identifiers of a catalog are looked at once, however many titles have feeds', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  archiveFormerTexts(folder);
  let looks = 0;
  const catalogs = (await catalogsOf(await sampleTree())).map(catalog => ({
    ...catalog,
    identifier(ordinal: number) {
      looks++;
      return catalog.identifier(ordinal);
    },
    item: (ordinal: number) => catalog.item(ordinal),
  }));
  const usc = catalogs.find(({ source }) => source.id === 'usc');
  const feeds = () => levelFeedsOf(folder, historiesIn(folder), catalogs).length;
  assert.ok(feeds() > 1);
  const first = looks;
  assert.ok(first >= (usc?.count ?? 0));
  looks = 0;
  assert.ok(feeds() > 1);
  // Those of the title alone.
  assert.ok(looks > 0 && looks < (usc?.count ?? 0), `${looks} of ${usc?.count}`);
});

test('a tree without an archive has no such feeds', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { bulk: false, search: false, site: SITE });
  assert.not.ok(fs.readdirSync(path.join(dist, 'site/feeds')).some(name => name.startsWith('usc')));
});

test.run();
