import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceOf } from '../../../build/contract/sources.ts';
import type { SourceCatalog } from '../../../build/formats/catalog.ts';
import { statsData } from '../../../build/pages/overview.ts';
import { plotsOf } from '../../../build/site/plots/data.ts';
import { plots } from '../../../build/site/plots/plots.ts';
import { drawPlot } from '../../../build/site/plots/svg.ts';
import { catalogOf, catalogsWith, documentWith } from '../../helpers/catalogs.ts';
import { catalogsOf, sampleTree } from '../../helpers/tree.ts';

/** The pictures, by their values. */

const usc = sourceOf('usc');
const fr = sourceOf('fr');

const few = catalogsWith(
  catalogOf(usc, [
    documentWith(usc, '/us/usc/t1/s1', {}),
    documentWith(usc, '/us/usc/t17/s1', {}),
    documentWith(usc, '/us/usc/t17/s2', {}),
    documentWith(usc, '/us/usc/t17/s3', {}),
  ]),
  catalogOf(fr, [
    documentWith(fr, '/us/fr/2018-1', { publication_date: '2018-05-10', document_type: 'rule' }),
    documentWith(fr, '/us/fr/2018-2', { publication_date: '2018-01-09', document_type: 'notice' }),
    documentWith(fr, '/us/fr/2018-3', { publication_date: '2018-12-31', document_type: 'notice' }),
    documentWith(fr, '/us/fr/04-2', { publication_date: '2004-07-23', document_type: 'proposed_rule' }),
  ]),
);

/** The picture with a name. */
function pictureOf(catalogs: readonly SourceCatalog[], name: string): string {
  const file = plots(catalogs).find(({ path }) => path === `site/plots/${name}.svg`);
  assert.ok(file, name);
  return String(file.content);
}

/** Bars of the rows, without the legend's squares. */
const barsOf = (svg: string) =>
  Array.from(
    svg.matchAll(
      /<rect class="s(\d)" x="([\d.]+)" y="16" width="([\d.]+)" height="8"><title>([^<]*)<\/title>/g,
    ),
    ([, series, x, width, told]) => ({ series: Number(series), x: Number(x), width: Number(width), told }),
  );

test('each title with documents has a row, in order', () => {
  const [titles] = plotsOf(few);
  assert.equal(titles?.rows, [
    { label: '1', name: 'General Provisions', counts: [1] },
    { label: '17', name: 'Copyrights', counts: [3] },
  ]);
  assert.is(titles?.heading, 'Documents of the U.S. Code by title');
});

test('each year has a row with its documents by type, newest first', () => {
  const years = plotsOf(few).at(-1);
  assert.equal(years?.series, ['rule', 'proposed_rule', 'notice', 'presidential_document']);
  assert.equal(years?.rows, [
    { label: '2018', name: '', counts: [1, 0, 2, 0] },
    { label: '2004', name: '', counts: [0, 1, 0, 0] },
  ]);
});

test('bars are in proportion to their numbers, and have them as words', () => {
  assert.equal(barsOf(pictureOf(few, 'usc-titles')), [
    { series: 0, x: 0, width: 153.33, told: 'Title 1, General Provisions: 1' },
    { series: 0, x: 0, width: 460, told: 'Title 17, Copyrights: 3' },
  ]);
  assert.equal(barsOf(pictureOf(few, 'fr-years')), [
    { series: 0, x: 0, width: 152.33, told: '2018: 1 rule' },
    { series: 2, x: 153.33, width: 305.67, told: '2018: 2 notice' },
    { series: 1, x: 0, width: 152.33, told: '2004: 1 proposed rule' },
  ]);
});

test('a picture has a title and a description', () => {
  const svg = pictureOf(few, 'usc-titles');
  assert.match(svg, 'role="img" aria-labelledby="title desc"');
  assert.match(svg, '<title id="title">Documents of the U.S. Code by title</title>');
  assert.match(svg, '<desc id="desc">4 documents in 2 rows. The most, 3: Title 17, Copyrights.</desc>');
});

test('every source has its picture, even without documents', () => {
  assert.equal(
    plots(few).map(({ path }) => path),
    ['usc-titles', 'ecfr-titles', 'fr-years'].map(name => `site/plots/${name}.svg`),
  );
  assert.match(pictureOf(few, 'ecfr-titles'), '<desc id="desc">0 documents.</desc>');
});

test('names in a picture are escaped', () => {
  const catalogs = catalogsWith(
    catalogOf(sourceOf('ecfr'), [documentWith(sourceOf('ecfr'), '/us/cfr/t36/s1.1', {})]),
  );
  assert.not.match(pictureOf(catalogs, 'ecfr-titles'), /&(?!#\d+;)/);
});

test('sums in the pictures of the sample equal the statistics', async () => {
  const catalogs = await catalogsOf(await sampleTree());
  const stats = statsData(catalogs).sources as Record<
    string,
    { document_count: number; document_types?: object }
  >;
  for (const plot of plotsOf(catalogs)) {
    const [id = ''] = plot.name.split('-');
    const sums = plot.series.map((_, i) => plot.rows.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0));
    assert.is(
      sums.reduce((a, b) => a + b),
      stats[id]?.document_count,
    );
    if (stats[id]?.document_types) assert.equal(sums, Object.values(stats[id].document_types));
  }
});

test("a name too long for the picture is cut, and whole in the bar's tooltip", () => {
  const names = ['x'.repeat(54), 'y'.repeat(55)];
  const rows = names.map((name, i) => ({ label: String(i + 1), name, counts: [1] }));
  const svg = drawPlot({ name: 'a', heading: 'A', series: [''], rows });
  assert.match(svg, `<tspan class="quiet">${names[0]}</tspan>`);
  assert.match(svg, `<tspan class="quiet">${'y'.repeat(53)}…</tspan>`);
  assert.match(svg, `<title>Title 2, ${names[1]}: 1</title>`);
});

test.run();
