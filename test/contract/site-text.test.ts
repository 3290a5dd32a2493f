import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TEXT_BYTES, TEXT_END, textFileOf, textUrlOf, withText } from '../../build/contract/site-text.ts';

const SHELL = `<main id="main"><noscript><p>Message.</p>${TEXT_END}\n<footer></footer>`;
const HREF = '/api/usc/documents/t17%2Fs106?format=text';
const whole = (text: string): string => withText(SHELL, 'Name', { text, isWhole: true, href: HREF });

test('the text is in noscript, a paragraph each', () => {
  assert.is(
    whole('One\ntwo.\n\n \n  Three.\n'),
    `<main id="main"><noscript><p>Message.</p><article class="plain-text">
<h1>Name</h1>
<p>One
two.</p>
<p>Three.</p>
</article></noscript></main>
<footer></footer>`,
  );
});

test('markup in a text or name is escaped', () => {
  const attack = `</noscript></main><script>x=1</script><!--&lt;"'`;
  const html = withText(SHELL, attack, { text: attack, isWhole: false, href: `"><script>` });
  const own = html.replaceAll(
    /<\/?(?:main|noscript|article|h1|p|footer|a)(?: (?:class|id|href)="[^"<>]*")?>/g,
    '',
  );
  assert.not.match(own, /[<>"']/);
  assert.is(html.split('</noscript>').length, 2);
  for (let code = 0; code < 128; code++)
    assert.not.match(whole(`a${String.fromCharCode(code)}script`).replace(whole(''), ''), /[<&]script/i);
});

test('a cut text ends at a line or a word, with a link to the whole', () => {
  const cut = (text: string): string => withText(SHELL, 'Name', { text, isWhole: false, href: HREF });
  assert.match(
    cut('One line.\nTwo wor'),
    /<p>One line\.<\/p>\n<p><a href="[^"]*format=text">The whole text<\/a>/,
  );
  assert.match(cut('One two thr\uFFFD'), /<p>One two<\/p>/);
  assert.match(cut('x'.repeat(100)), /<h1>Name<\/h1>\n<p><a /);
  assert.not.match(whole('One two thr'), /The whole text/);
});

test('a shell without a place for a text is unchanged', () => {
  assert.is(withText('<main></main>', 'n', { text: 'x', isWhole: true, href: '/' }), '<main></main>');
});

test('only pages of documents have a text', () => {
  const place = { view: 'document', source: 'usc', identifier: '/us/usc/t17/s106' } as const;
  const subject = 'api/usc/documents/t17/s106.json';
  assert.is(textFileOf({ place, subject }), 'api/usc/documents/t17/s106.txt');
  assert.is(textUrlOf(place), HREF);
  assert.is(
    textFileOf({
      place: { view: 'level', source: 'usc', numbers: { title: '17' } },
      subject: 'api/usc/titles/17.json',
    }),
    null,
  );
  assert.is(textFileOf({ place: { view: 'home' }, subject: null }), null);
  assert.ok(TEXT_BYTES <= 64 * 1024);
});

test.run();
