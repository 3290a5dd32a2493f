import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { USLM_VOLUME } from '../../../build/import/gpo-uslm/cfr-form.ts';
import { settleFootnotes } from '../../../build/import/gpo-uslm/footnotes.ts';
import { USLM_ISSUE } from '../../../build/import/gpo-uslm/fr-form.ts';
import type { XmlNode } from '../../../build/import/xml/node.ts';

/** The facts that the forms of GPO's USLM read from single elements. */

const node = (name: string, children: XmlNode['children'], style = ''): XmlNode => ({
  ...{ name, children },
  attributes: style === '' ? {} : { style: `-uslm-sgm:${style}` },
});
const raised = (number: string): XmlNode => node('sup', [number], 'SU');
const footnote = (number: string): XmlNode => node('footnote', [node('p', [raised(number), ' Oil.'])]);
/** The names of the elements that replaced a footnote's number. */
const called = (children: XmlNode['children']): string[] => {
  settleFootnotes(children);
  return children.flatMap(child =>
    typeof child === 'string' || child.name === 'footnote' ? [] : [child.name],
  );
};

test('a footnote is called by the last separate number before it; exponents call nothing', () => {
  assert.equal(called(['Lamps ', raised('1'), ' of keepers ', raised('1'), ' burn.', footnote('1')]), [
    ...['sup', 'ref'],
  ]);
  assert.equal(called(['Some m', raised('2'), 's of light.', footnote('2')]), ['sup']);
  assert.equal(called(['Lamps ', raised('1'), ', lit.', footnote('1')]), ['ref']);
});

test('authority and source come from the elements marked as such', () => {
  const [other, own] = [
    node('authority', ['14 U.S.C. 9'], 'SECAUTH'),
    node('authority', ['14 U.S.C. 1'], 'AUTH'),
  ];
  assert.is(USLM_VOLUME.statementOf([other, own], 'authority'), '14 U.S.C. 1');
  assert.is(USLM_VOLUME.statementOf([other], 'authority'), null);
});

test('credits of notes and of quoted text are not the section’s', () => {
  const credit = (text: string) => node('source', [text], 'CITA');
  const section = node('section', [
    node('content', [node('p', ['Lamps.']), credit('[96 FR 1]')]),
    node('note', [credit('[96 FR 2]')]),
    node('quotedContent', [credit('[96 FR 3]')]),
  ]);
  assert.equal(USLM_VOLUME.creditsOf(section), ['[96 FR 1]']);
});

test('a number that ends with a dash is joined with its heading', () => {
  const headed = (number: string) => ({
    own: [node('num', [number]), node('heading', ['Lamps'])],
  });
  const of = (number: string) => USLM_VOLUME.headingOf(headed(number) as never);
  assert.equal([of('PART 9—'), of('PART 9')], ['PART 9—Lamps', 'PART 9 Lamps']);
});

test("a memorandum without a heading has its preface's title", () => {
  const titled = (main: XmlNode['children']) =>
    USLM_ISSUE.preambleOf(
      node('presidentialDoc', [
        node('preface', [node('title', ['Memorandum of March 1, 2031'])]),
        node('main', main),
      ]),
    ).title;
  assert.is(titled([]), 'Memorandum of March 1, 2031');
  assert.is(titled([node('heading', ['Counting Lamps'])]), 'Counting Lamps');
});

test('dates of a document come from its statement of dates', () => {
  const statement = (style: string, text: string) =>
    node('statement', [node('content', [node('p', [text])])], style);
  const { dates } = USLM_ISSUE.preambleOf(
    node('rule', [
      statement('SUM', 'This rule was to be effective on January 5, 2031.'),
      statement('DATES', 'This rule is effective March 1, 2031.'),
    ]),
  );
  assert.is(dates, 'This rule is effective March 1, 2031.');
});

test.run();
