import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { htmlOf } from '../../../build/site/app/read/markdown/html.ts';

/** HTML without line feeds between elements. */
const html = (markdown: string): string => htmlOf(markdown).replace(/\n/g, '');

test('raw HTML keeps its words, few elements and no attributes', () => {
  assert.is(html('10<sup onclick="x()">6</sup>'), '<p>10<sup>6</sup></p>');
  assert.is(html('a <script>alert(1)</script> b'), '<p>a <br>alert(1)<br> b</p>');
  assert.is(html('a<!-- hidden -->b'), '<p>ab</p>');
  assert.is(html('<div class="x">\n*words* &amp; more\n</div>'), '<p><br>*words* &amp; more<br></p>');
  assert.is(html('<!-- hidden -->'), '');
  assert.is(html('a <b>bold</b> word'), '<p>a bold word</p>', 'tags without a meaning of their own vanish');
});

test('an HTML table is a table only if every tag is in its place', () => {
  assert.is(
    html('<table><tr><td colspan="2" onclick="x()">a &lt;b&gt; &amp; <small>c</small></td></tr></table>'),
    '<table><tr><td colspan="2">a &lt;b&gt; &amp; <small>c</small></td></tr></table>',
  );
  assert.is(
    html('<table><tr><td colspan="1000" rowspan="0">a</td></tr></table>'),
    '<table><tr><td>a</td></tr></table>',
  );
  for (const [broken, shown] of [
    ['<table><tr><td>a</td></tr>', '<p><br><br><br>a<br><br></p>'],
    ['<table>a<tr><td>b</td></tr></table>', '<p><br>a<br><br>b<br><br><br></p>'],
    ['<table><td>a</td></table>', '<p><br><br>a<br><br></p>'],
    ['<table><tr><td>a<table></table></td></tr></table>', '<p><br><br><br>a<br><br><br><br><br></p>'],
    ['<table><tr><td><em>a</td></tr></table>', '<p><br><br><br>a<br><br><br></p>'],
    ['<table><tr><td><script>a</script></td></tr></table>', '<p><br><br><br><br>a<br><br><br><br></p>'],
    ['<table><tr><td><a href="a b">c</a></td></tr></table>', '<p><br><br><br>c<br><br><br></p>'],
    ['<table><tr><td>a < b</td></tr></table>', '<p><br><br><br>a &lt; b<br><br><br></p>'],
    ['<table><tr><td>a</td></tr></table><b>c', '<p><br><br><br>a<br><br><br>c</p>'],
  ] as const) {
    assert.is(html(broken), shown, broken);
  }
});

test('an HTML image becomes its alternative text', () => {
  assert.is(
    html('<img src="x.png" alt="a lamp &amp; more" onerror="x()">'),
    '<p>\na lamp &amp; more\n</p>'.replaceAll('\n', ''),
  );
});

test('an unknown tag is words', () => {
  assert.is(html('issued by <name of carrier> on'), '<p>issued by &lt;name of carrier&gt; on</p>');
  assert.is(html('<E T="03">See</E>'), '<p>&lt;E T=&quot;03&quot;&gt;See&lt;/E&gt;</p>');
});

test('an escaped bar in code within a cell does not split the cell', () => {
  assert.match(html('| a | b |\n|---|---|\n| `x\\|y` | z |'), '<td><code>x|y</code></td><td>z</td>');
  assert.is(html('`x\\|y`'), '<p><code>x\\|y</code></p>', 'elsewhere it stays as it is written');
});

test('a link whose destination is words is words', () => {
  assert.is(html('the Act[^158](HMDA)'), '<p>the Act[^158](HMDA)</p>');
  assert.is(html('section [103(*bb*)](1)(B)'), '<p>section [103(<em>bb</em>)](1)(B)</p>');
  assert.is(html('[x](javascript:alert)'), '<p>[x](javascript:alert)</p>');
  assert.is(html('[x](https://example.org/)'), '<p><a href="https://example.org/">x</a></p>');
  assert.is(html('[*x*](<a b> "title")'), '<p>[<em>x</em>](&lt;a b&gt; &quot;title&quot;)</p>');
});

test('a definition whose destination is words is words', () => {
  assert.is(html('[Lamp]: dimmed "at dusk"'), '<p>[Lamp]: dimmed &quot;at dusk&quot;</p>');
  assert.is(html('[a][b]\n\n[b]: https://example.org/'), '<p><a href="https://example.org/">a</a></p>');
});

test('an image becomes a link to it', () => {
  assert.is(
    html('![a lamp](https://example.org/x.png)'),
    '<p><a href="https://example.org/x.png">a lamp</a></p>',
  );
  assert.is(html('![a lamp][b]\n\n[b]: x.png'), '<p><a href="x.png">a lamp</a></p>');
  assert.is(html('![a lamp](word)'), '<p>![a lamp](word)</p>');
});

test('items show their written numbers', () => {
  assert.is(html('7. a\n9. b'), '<ol start="7"><li><span>7.</span> a</li><li><span>9.</span> b</li></ol>');
  assert.is(html('- a'), '<ul><li>a</li></ul>');
});

test('a row keeps more cells than its header has', () => {
  assert.is(
    html('| a |\n|--:|\n| b | c |'),
    '<table><thead><tr><th align="right">a</th></tr></thead><tbody><tr><td align="right">b</td><td>c</td></tr></tbody></table>',
  );
});

test('footnotes stay where they are defined, and their marks are words', () => {
  assert.is(
    html('a[^1]\n\n[^1]: note\n\n    more'),
    '<p>a[^1]</p><div><p>[^1]</p><p>note</p><p>more</p></div>',
  );
});

test('bare addresses and check boxes are words', () => {
  assert.is(html('*http://a.gov/x*See www.b.gov'), '<p><em>http://a.gov/x</em>See www.b.gov</p>');
  assert.is(html('- [x] a'), '<ul><li>[x] a</li></ul>');
  assert.is(html('~a~ ~~b~~'), '<p>~a~ <del>b</del></p>');
});

test.run();
