import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CHANGES_FEED } from '../../build/contract/site-paths.ts';
import { readManifest } from '../../build/files/manifest/read.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { silent } from '../../build/report/progress.ts';
import type { SiteMaking } from '../../build/state/header.ts';
import { verifyTree } from '../../build/verify/verify.ts';
import { assertSameTree, buildHere, editable as editableCorpus, sha256 } from '../helpers/builds.ts';

/** The site in the tree (build/contract/README.md, Site): what it leaves unchanged, and what rebuilds it. */

/** A part of the sample corpus, with documents of two sources. */
function editable(): { corpus: string; dist: string } {
  const made = editableCorpus();
  for (const folder of ['ecfr', 'usc/title-30', 'usc/title-44', 'usc/title-45', 'usc/title-48'])
    fs.rmSync(path.join(made.corpus, folder), { recursive: true });
  return made;
}

const URL = 'https://law.example.org/';
const PLAIN: SiteMaking = { url: null, version: '1' };
const PUBLIC: SiteMaking = { url: URL, version: '1' };

/** Digests of all files but those of the site and of the lists of changes. */
const otherChanges = (dist: string): Map<string, string> =>
  new Map(
    [...filesUnder(dist, '')]
      .filter(name => !/^(?:site|changes|manifest)\/|^(?:manifest|build)\.json|^catalog\/search/.test(name))
      .map(name => [name, `${sha256(path.join(dist, name))} ${fs.statSync(path.join(dist, name)).mtimeMs}`]),
  );

const siteOf = (dist: string): Map<string, string> =>
  new Map(
    fs.existsSync(path.join(dist, 'site'))
      ? Array.from(filesUnder(dist, 'site'), name => {
          const { ino, mtimeMs } = fs.statSync(path.join(dist, name));
          return [name, `${sha256(path.join(dist, name))} ${ino} ${mtimeMs}`] as const;
        })
      : [],
  );

/** Names of files that differ, or that only one side has. */
const differing = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter(name => before.get(name) !== after.get(name))
    .sort();

const problemsOf = async (dist: string) => {
  const { missing, extra, altered } = await verifyTree(dist, silent);
  return [...missing, ...extra, ...altered];
};

test('a site changes no file of the API, catalog or dumps', async () => {
  const [one, other] = [editableCorpus(), editableCorpus()];
  await buildHere(one.corpus, one.dist);
  await buildHere(other.corpus, other.dist, { site: PUBLIC });
  assert.equal(otherChanges(other.dist), otherChanges(one.dist));
  assert.ok(otherChanges(one.dist).size > 50);
  assert.is(siteOf(one.dist).size, 0);
  assert.is(fs.existsSync(path.join(one.dist, CHANGES_FEED)), false);
  const site = siteOf(other.dist);
  for (const name of [
    'index.html',
    'robots.txt',
    'sitemap.xml',
    'feeds/fr.atom',
    'sitemaps/places.xml',
    'sitemaps/usc-t17.xml',
    'sitemaps/usc-structure-t17.xml',
  ])
    assert.ok(site.has(`site/${name}`), name);
  const listed = new Set<string>();
  for await (const entry of readManifest(other.dist))
    if (entry.path.startsWith('site/')) listed.add(entry.path);
  assert.equal(listed, new Set(site.keys()), 'the manifest lists all of it');
});

test('the same corpus gives the same site after any history of builds', async () => {
  const [one, other] = [editable(), editable()];
  await buildHere(one.corpus, one.dist, { site: PUBLIC });
  await buildHere(other.corpus, other.dist);
  await buildHere(other.corpus, other.dist, { site: PLAIN });
  await buildHere(other.corpus, other.dist, { site: PUBLIC });
  assertSameTree(one.dist, other.dist);
  const again = await buildHere(one.corpus, one.dist, { site: PUBLIC });
  assert.is(again.changes.written, 0);
});

test('changed options of the site rebuild the site and the feed of changes only', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { site: PLAIN });
  const before = otherChanges(dist);
  const feed = fs.readFileSync(path.join(dist, CHANGES_FEED), 'utf8');
  const sitePaths = () => [...siteOf(dist).keys()];
  assert.not.ok(sitePaths().includes('site/sitemap.xml'), 'nobody knows its address');

  const { rendered } = await buildHere(corpus, dist, { site: PUBLIC });
  assert.is(rendered, 0);
  assert.equal(otherChanges(dist), before);
  assert.ok(sitePaths().includes('site/sitemap.xml'));
  assert.match(fs.readFileSync(path.join(dist, 'site/index.html'), 'utf8'), `content="${URL}"`);
  assert.match(fs.readFileSync(path.join(dist, 'site/robots.txt'), 'utf8'), `Sitemap: ${URL}sitemap.xml`);
  assert.match(fs.readFileSync(path.join(dist, 'site/feeds/fr.atom'), 'utf8'), `href="${URL}fr/2018-`);
  assert.is.not(fs.readFileSync(path.join(dist, CHANGES_FEED), 'utf8'), feed);

  await buildHere(corpus, dist);
  assert.equal(otherChanges(dist), before);
  assert.is(fs.existsSync(path.join(dist, 'site')), false, 'and --no-site removes it');
  assert.is(fs.existsSync(path.join(dist, CHANGES_FEED)), false);
});

test('another version of its code rebuilds the site only', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { site: PUBLIC });
  const [before, site] = [otherChanges(dist), siteOf(dist)];
  const report = await buildHere(corpus, dist, { site: { ...PUBLIC, version: '2' } });
  assert.is(report.rendered, 0);
  assert.equal(otherChanges(dist), before);
  assert.equal(differing(site, siteOf(dist)), [], 'what comes out the same is not written');
});

test('a daily update writes only site files that depend on changed documents', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { site: PUBLIC });
  const site = siteOf(dist);
  const section = path.join(corpus, 'usc/title-17/chapter-01/section-106.md');
  fs.appendFileSync(section, '\nAnother sentence.\n');
  await buildHere(corpus, dist, { site: PUBLIC });
  assert.equal(differing(site, siteOf(dist)), [], 'a text is on no page of the site');

  const dated = siteOf(dist);
  fs.writeFileSync(
    section,
    fs.readFileSync(section, 'utf8').replace(/^last_updated: .*$/m, 'last_updated: "2031-01-01"'),
  );
  await buildHere(corpus, dist, { site: PUBLIC });
  assert.equal(differing(dated, siteOf(dist)), [
    'site/sitemap.xml',
    'site/sitemaps/places.xml',
    'site/sitemaps/usc-structure-t17.xml',
    'site/sitemaps/usc-t17.xml',
  ]);

  const named = siteOf(dist);
  const level = path.join(corpus, 'usc/title-14/chapter-91/_level.md');
  const note = fs.readFileSync(level);
  fs.appendFileSync(level, '\nAnother note.\n');
  await buildHere(corpus, dist, { site: PUBLIC });
  fs.writeFileSync(level, note);
  assert.equal(differing(named, siteOf(dist)), [], 'notes of a level are on no page of the site');

  const last = siteOf(dist);
  fs.rmSync(path.join(corpus, 'usc/title-17'), { recursive: true });
  await buildHere(corpus, dist, { site: PUBLIC });
  assert.ok(differing(last, siteOf(dist)).includes('site/sitemaps/usc-t17.xml'));
  for (const name of ['usc-t17', 'usc-structure-t17'])
    assert.not.ok(siteOf(dist).has(`site/sitemaps/${name}.xml`), 'a title that is gone has no sitemap');
  const again = editable();
  fs.rmSync(path.join(again.corpus, 'usc/title-17'), { recursive: true });
  await buildHere(again.corpus, again.dist, { site: PUBLIC });
  assertSameTree(dist, again.dist);
  assert.equal(await problemsOf(dist), []);
});

test('verify reports faults of the site', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { site: PLAIN });
  assert.equal(await problemsOf(dist), []);
  fs.appendFileSync(path.join(dist, 'site/robots.txt'), 'x');
  fs.writeFileSync(path.join(dist, 'site/foreign.html'), 'x');
  const problems = JSON.stringify(await problemsOf(dist));
  assert.match(problems, 'site/robots.txt');
  assert.match(problems, 'site/foreign.html');
});

test('another address changes every sitemap without a changed document', async () => {
  const { corpus, dist } = editable();
  for (const url of ['https://a.example/', 'https://b.example/law/']) {
    await buildHere(corpus, dist, { site: { ...PLAIN, url } });
    for (const name of ['usc-t17', 'usc-structure-t17', 'places']) {
      const xml = fs.readFileSync(path.join(dist, `site/sitemaps/${name}.xml`), 'utf8');
      const addresses = Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = '']) => address);
      assert.ok(
        addresses.length > 2 && addresses.every(address => address.startsWith(url)),
        `${name}: ${addresses[0]}`,
      );
    }
  }
});

test('pages say that the corpus is a sample while it is one', async () => {
  const { corpus, dist } = editable();
  const page = () => fs.readFileSync(path.join(dist, 'site/index.html'), 'utf8');
  await buildHere(corpus, dist, { site: PLAIN });
  assert.match(page(), '<aside class="sample"');
  fs.rmSync(path.join(corpus, '_corpus.json'));
  await buildHere(corpus, dist, { site: PLAIN });
  assert.not.match(page(), '<aside class="sample"');
});

test.run();
