import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../../../build/import/import.ts';
import { plainText } from '../../../build/text/plain.ts';
import { officialTest } from '../../helpers/official-xml.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { cutXml } from '../oracle/blocks.ts';
import { Findings } from '../oracle/findings.ts';
import { USLM_ISSUE, USLM_VOLUME } from '../oracle/gpo-uslm.ts';
import { issueFields, type UnitFields, volumeFields } from '../oracle/metadata-gpo-uslm.ts';
import type { Schema } from '../oracle/schemas.ts';
import { parseXml } from '../oracle/tree.ts';
import { compare } from '../oracle/words.ts';
import { type Document, documentsIn, imported, isLevel, uncalledIn } from './corpus.ts';

const test = suite("GPO's official USLM");

const filesIn = (folder: string, start: string): string[] =>
  readdirSync(join(folder, 'uslm'))
    .filter(name => name.startsWith(start))
    .map(name => join(folder, 'uslm', name));

function assertFewAdded(report: Report): void {
  for (const { input, result } of report.imported)
    assert.ok(result.added <= 0.005 * result.wordsIn, `${input.name}: ${result.added} words added`);
}

/**
 * Compares words by code that shares only the plain text with the import. It separates some raised words differently, which its
 * bounds allow.
 */
function assertWords(file: string, schema: Schema, documents: readonly Document[]): void {
  const losses = compare(
    cutXml(parseXml(readFileSync(file, 'utf8')), schema).blocks,
    documents.map(({ body }) => plainText(body)),
  );
  const told = `${basename(file)}: ${JSON.stringify(losses, null, 1)}`;
  assert.is(losses.lost, 0, told);
  assert.ok(losses.broken <= 0.0005 * losses.words, told);
  assert.ok(losses.moved <= 0.0005 * losses.words, told);
  assert.ok(losses.added <= 0.005 * losses.words, told);
}

const uncalled = (documents: readonly Document[]): number =>
  documents.reduce((sum, document) => sum + uncalledIn(document).length, 0);

const footnotes = (documents: readonly Document[]): number =>
  documents.reduce((sum, { body }) => sum + (body.match(/^\[\^[^\]]+\]:/gm)?.length ?? 0), 0);

/** Compares every field in the file's own markup, of every unit. @returns the number of units */
function assertFields(
  units: readonly UnitFields[],
  documentOf: (number: string) => Document | undefined,
): number {
  const findings = new Findings();
  for (const { number, fields } of units) {
    const document = documentOf(number);
    assert.ok(document, `there is no document of ${number}`);
    const { hierarchy } = document.data;
    const rows = (hierarchy ?? []) as { level: string; name?: string }[];
    const data: Record<string, unknown> = {
      ...document.data,
      levels: rows.map(({ level }) => level),
      names: rows.map(({ name = '' }) => name),
    };
    for (const [name, value] of Object.entries(fields)) findings.expect(number, name, data[name], value);
  }
  assert.equal(findings.all, []);
  return units.length;
}

officialTest(
  test,
  'official-xml',
  'official issues in USLM keep every word, document, field and footnote',
  async folder => {
    const corpus = temporaryFolder();
    const files = filesIn(folder, 'FR-');
    assertFewAdded(await imported(corpus, ...files));
    const all = documentsIn(corpus);
    const units = new Map(all.filter(one => !isLevel(one)).map(one => [one.data.document_number, one]));
    assert.is(units.size, 535);
    assert.ok(footnotes(all) > 1_820, `${footnotes(all)} footnotes`);
    assert.ok(uncalled(all) <= 3, `${uncalled(all)} footnotes are not called`);
    let count = 0;
    for (const file of files) {
      const day = /\d{4}-\d\d-\d\d/.exec(basename(file))![0];
      count += assertFields(issueFields(parseXml(readFileSync(file, 'utf8'))), number => units.get(number));
      for (const { data } of all.filter(({ data }) => data.start_page !== undefined))
        assert.ok(Number(data.end_page) >= Number(data.start_page), String(data.identifier));
      assertWords(
        file,
        USLM_ISSUE,
        all.filter(({ data }) => data.publication_date === day),
      );
    }
    assert.is(count, 535);
  },
);

officialTest(
  test,
  'official-xml',
  'official volumes in USLM keep every word, section and level',
  async folder => {
    const corpus = temporaryFolder();
    const files = filesIn(folder, 'CFR-');
    assertFewAdded(await imported(corpus, ...files));
    const all = documentsIn(corpus);
    const units = all.filter(one => !isLevel(one));
    assert.is(units.length, 1_367);
    assert.is(new Set(units.map(({ data }) => data.identifier)).size, 1_367);
    assert.not.ok(
      units.some(({ data }) => String(data.identifier).includes('~')),
      'no number comes twice',
    );
    assert.is(units.filter(({ data }) => data.status === 'reserved').length, 24);
    assert.is(uncalled(all), 0);
    for (const { data, place } of units) {
      assert.equal([data.currency, data.legal_status], ['2017-04-01', 'official_prima_facie'], place);
      assert.ok(data.cfr_part && data.authority && data.regulatory_source, place);
    }
    const { data, body } = units.find(({ data }) => data.identifier === '/us/cfr/t27/s478.25a')!;
    assert.equal([data.cfr_part, data.cfr_subpart], ['478', 'C']);
    assert.match(body, /# §\s478\.25a Responses/);
    let count = 0;
    for (const file of files) {
      const shelf = /vol2/.test(file) ? 'parts-40-to-399' : 'part-400-to-end';
      const isOf = ({ place, data }: Document) =>
        place.includes(shelf) || (!isLevel({ place }) && Number(data.cfr_part) < 400 === /vol2/.test(file));
      assertWords(file, USLM_VOLUME, all.filter(isOf));
      count += assertFields(volumeFields(parseXml(readFileSync(file, 'utf8'))), number =>
        units.find(({ data }) => data.identifier === `/us/cfr/t27/s${number}`),
      );
    }
    assert.is(count, 1_367);
  },
);

test.run();
