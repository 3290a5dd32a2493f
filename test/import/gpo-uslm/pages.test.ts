import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pagesIn, pagesOf } from '../../../build/import/gpo-uslm/pages.ts';
import type { XmlNode } from '../../../build/import/xml/node.ts';

const node = (name: string, children: XmlNode['children'], attributes = {}): XmlNode => ({
  ...{ name, attributes, children },
});
const page = (num: string): XmlNode => node('?page', [], { num });
const document = (...children: XmlNode['children']): XmlNode =>
  node('notice', [node('meta', ['12 of metadata']), ...children]);

test('a document begins on the page marked before its words and ends on the last page with words', () => {
  const marked = document(page('101'), 'Wicks.', page('102'), node('p', ['Oil.', page('103')]), ' ');
  assert.equal(pagesOf(marked, ['101'], null), { start: 101, end: 102 });
  assert.equal(pagesOf(document(page('101'), 'Wicks.'), [], null), { start: 101, end: 101 });
});

test('a document without a mark begins on the page of its metadata, unless that page is marked later', () => {
  const turned = document('Wicks.', page('102'), 'Oil.');
  assert.equal(pagesOf(turned, ['101'], null), { start: 101, end: 102 });
  assert.is(pagesOf(turned, ['102'], null), null);
  assert.equal(pagesOf(turned, ['102', '104'], { start: 101, end: 103 }), { start: 101, end: 103 });
  assert.is(pagesOf(turned, ['iii'], null), null);
});

test('the contents have the end of a document without later marks, if they have its beginning', () => {
  assert.equal(pagesOf(document('Wicks.', page('')), ['101'], { start: 101, end: 103 }), {
    start: 101,
    end: 103,
  });
  assert.equal(pagesOf(document('Wicks.'), ['109'], { start: 101, end: 103 }), { start: 109, end: 109 });
  assert.equal(pagesOf(document('Wicks.'), ['90'], { start: 101, end: 103 }), { start: 90, end: 90 });
});

test('a contents entry of one document has its pages', () => {
  const target = (style: string, text: string) => node('target', [text], { style: `-uslm-sgm:${style}` });
  const contents = node('toc', [
    ...[target('PGS', '101–103'), target('FRDOCBP', '2031–1')],
    ...[target('PGS', '104–105'), target('FRDOCBP', '2031–2'), target('FRDOCBP', '2031–3')],
    ...[target('PGS', '106, 109'), target('FRDOCBP', '2031–4')],
    ...[target('PGS', '101–103'), target('FRDOCBP', '2031–1')],
    ...[target('PGS', '107'), target('FRDOCBP', '2031–5'), target('PGS', '108'), target('FRDOCBP', '2031–5')],
  ]);
  assert.equal(Object.fromEntries(pagesIn(contents)), {
    '2031-1': { start: 101, end: 103 },
    '2031-2': null,
    '2031-3': null,
    '2031-4': null,
    '2031-5': null,
  });
});

test.run();
