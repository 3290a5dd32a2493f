import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../../build/corpus/frontmatter.ts';
import { lastWrittenDay } from '../../../build/import/dates.ts';
import { appendixName } from '../../../build/import/ecfr/appendix.ts';
import { sectionsOf } from '../../../build/import/ecfr/ranges.ts';
import { frontmatterOf } from '../../../build/import/frontmatter.ts';

const members = (written: string) => sectionsOf(written).members;

test('a single section with hyphens is no range', () => {
  for (const number of ['§ 51.1', '51.1', '§ 113.3-1', '§  5900.101', '§ 101-1.100', '§ 1.103-2'])
    assert.equal(members(number), [], number);
  assert.is(sectionsOf('§  5900.101').number, '5900.101');
});

test('ranges have their members and lose their signs', () => {
  assert.equal(sectionsOf('§ 120.441-§ 120.443'), {
    number: '120.441-120.443',
    isSeveral: true,
    members: ['120.441', '120.442', '120.443'],
  });
  assert.equal(members('§§ 1.103-2-1.103-4'), ['1.103-2', '1.103-3', '1.103-4']);
  assert.equal(members('§§ 101-1.8—101-1.9'), ['101-1.8', '101-1.9']);
  assert.equal(members('§§ 3.5 and 3.7'), ['3.5', '3.7']);
  assert.equal(members('§§ 3.5a-3.7b'), ['3.5a', '3.7b']);
});

test("a range has at most as many members as a document's head can list", () => {
  const all = members('§§ 101-1.1000-101-1.999999999');
  assert.is(all.length, 1_801);
  assert.is(all.at(-1), '101-1.999999999');
  const aliases = all.map(number => `/us/cfr/t41/s${number}`);
  // Authorities and names take up part of the head.
  const text = `${frontmatterOf({ aliases, authority: 'x'.repeat(4_000) })}\nBody.\n`;
  const read = parseFrontmatter(Buffer.from(text));
  assert.ok('data' in read, 'reason' in read ? read.reason : '');
});

test('appendices have the names of their headings', () => {
  const of = (heading: string) => {
    const { segment, name, of: parent, members: own } = appendixName(heading);
    return [segment, name, parent && `${parent.kind} ${parent.number}`, own.join(' ')];
  };
  assert.equal(of('Appendix II to Part 200—Contracts'), ['appII', 'Contracts', 'part 200', '']);
  assert.equal(of('Appendix A to Subpart A of Part 230—Forms'), ['appA', 'Forms', 'subpart A', '']);
  assert.equal(of('Appendix to Subpart B of 2 CFR Part 176—States'), ['app', 'States', 'subpart B', '']);
  assert.equal(of('Appendixes E-F to Subpart A of Part 230 [Reserved]'), [
    'appE-F',
    '[Reserved]',
    'subpart A',
    'appE appF',
  ]);
  assert.equal(of('Table 1 to Part 772—Noise'), ['table1', 'Noise', 'part 772', '']);
  assert.equal(of('Appendix A(1) to Part 61'), ['appA(1)', null, 'part 61', '']);
  assert.equal(of('Appendix A to § 210.10—Meals'), ['appA', 'Meals', 'section 210.10', '']);
});

test('a credit has its last day as ISO day', () => {
  assert.is(
    lastWrittenDay(['[37 FR 1, Nov. 4, 1972; 50 FR 2, Sept. 28, 1985; 1 FR 1, June 31, 1999]']),
    '1985-09-28',
  );
  assert.is(lastWrittenDay(['March 17, 2015(fm)']), '2015-03-17');
  assert.is(lastWrittenDay(['[46 FR 40384, Aug. 7 1981]']), '1981-08-07');
  assert.is(lastWrittenDay(['[Reserved]']), null);
});

test.run();
