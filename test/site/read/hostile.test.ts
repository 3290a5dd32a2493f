import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { htmlOf } from '../../../build/site/app/read/markdown/html.ts';
import { isPlain } from '../../../build/site/app/read/markdown/sanitise.ts';
import { ELSEWHERE, hostileDocuments } from './hostile.ts';
import { emptyRoot, pageOf, purifiedAlone, sanitise } from './page.ts';

/** Nothing of a document may become one of these. The tests in Chromium check the same. */
const FORBIDDEN =
  'script, style, iframe, object, embed, svg, math, form, input, button, img, video, audio, source, link, meta, base, template, noscript, portal, marquee, select, textarea, [style], [srcdoc], [src], [name], [action]';

/** Identifiers that the page gives to parts of a document. */
const OWN_IDS =
  /^(?:h-[a-z0-9-]+|fn-\d+|fnref-\d+|(?:[a-z]{1,6}|[A-Z]{1,6}|\d{1,3})(?:-(?:[a-z]{1,6}|[A-Z]{1,6}|\d{1,3}))*)(?:\.\d+)?$/;

function assertHarmless(root: ParentNode, name: string) {
  assert.is(root.querySelector(FORBIDDEN)?.outerHTML, undefined, name);
  for (const element of Array.from(root.querySelectorAll('*'))) {
    for (const attribute of Array.from(element.attributes)) {
      assert.not(attribute.name.startsWith('on'), `${name}: ${attribute.name}`);
    }
    const href = element.getAttribute('href');
    if (href !== null) assert.match(href, /^(?:https?:|[^:]*$)/, name);
  }
}

test('there are at least fifty hostile documents with unique names', () => {
  const documents = hostileDocuments();
  assert.ok(documents.length >= 50);
  assert.is(new Set(documents.map(({ name }) => name)).size, documents.length);
});

for (const { name, markdown, mustKeep } of hostileDocuments()) {
  test(`the page of a hostile document is harmless: ${name}`, async () => {
    const { root } = await pageOf(markdown);
    assertHarmless(root, name);
    for (const { id } of Array.from(root.querySelectorAll('[id]'))) assert.match(id, OWN_IDS);
    for (const words of mustKeep) assert.ok(root.textContent!.includes(words), `${name}: ${words}`);
    for (const link of Array.from(root.querySelectorAll(`[href^="${ELSEWHERE}"]`))) {
      assert.is(link.localName, 'a', 'only a reader who follows a link asks elsewhere');
    }
  });
}

/** Each wall protects alone. */
test('the HTML of a hostile document is harmless before the sanitiser', () => {
  for (const { name, markdown } of hostileDocuments().filter(({ markdown }) => markdown.length < 2_000)) {
    const html = htmlOf(markdown.replaceAll('\0', '\ufffd'));
    assert.not(
      /<(?:script|style|iframe|svg|math|form|img|input|object|embed|base|meta|link|template)/i.test(html),
      name,
    );
    assert.not(/<[^>]*\son\w+=/i.test(html.replace(/="[^"]*"/g, '')), name);
  }
});

test('raw hostile HTML is harmless after the sanitiser', () => {
  for (const { name, markdown } of hostileDocuments().filter(({ markdown }) => markdown.length < 2_000)) {
    const holder = emptyRoot();
    holder.append(purifiedAlone(markdown));
    assertHarmless(holder, name);
    assert.is(holder.querySelector('[id], [class], [name]'), null, name);
  }
});

test('HTML with harmless tags only is taken unchanged, and other HTML is sanitised', async () => {
  const plain =
    '<p>1 <em>a</em><br />2<br>&lt;script&gt; ></p><hr /><ol start="7"><li><span>7.</span></li></ol><table><td align="left">x</td></table>';
  assert.ok(isPlain(plain));
  assert.ok(sanitise(plain) instanceof Promise === false);
  for (const { name, markdown } of hostileDocuments()) {
    if (isPlain(markdown))
      assert.not(/<[a-z]/i.test(markdown.replace(/<\/?(?:b|i|sub|sup|mark|p|td|tr|table)>/g, '')), name);
  }
  for (const tag of [
    '<p onclick=x>',
    '<p/onclick=x>',
    '<a href="x">',
    '<img>',
    '<script>',
    '<p',
    '<p\n>',
    '<!--',
    '<td align="x">',
    '<td align=left>',
    '<P>',
    '<svg>',
    '<style>',
    '<br/>',
  ]) {
    assert.not(isPlain(`<p>${tag}`), tag);
  }
  const made = await sanitise('<p><a href="https://example.org/" onclick="x">a</a></p>');
  assert.is(made.firstElementChild?.outerHTML, '<p><a href="https://example.org/">a</a></p>');
});

test.run();
