import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { plainText } from '../../build/text/plain.ts';
import { Random } from '../helpers/random.ts';
import { realTest } from '../helpers/real-corpora.ts';
import { Arrangements } from './arrangements.ts';
import { markdownSoup } from './markdown-soup.ts';
import { realBodies } from './real-bodies.ts';
import { referenceText } from './reference-text.ts';

function sameText(markdown: string): void {
  assert.is(plainText(markdown), referenceText(markdown), `differs for ${JSON.stringify(markdown)}`);
}

test('inputs that once differed from the reference equal it', () => {
  for (const markdown of [
    '***\u00a0',
    '    a\n**',
    '    a\n\n*',
    '***\n    #\n\n-',
    '- a\n\n-\n- a',
    'a\n\n\n    b',
    '- a\n\n\n  b',
    '[x](/y) [a]*(/b)*',
    'a\n  b\n\n    c\n\n- d\n\n  e',
    '- a\n\nb\n\n  c',
    '[^1]: [a]: b</sub>',
    '[1][a](b c)[[a](**" ](x.md)!](x y',
  ])
    sameText(markdown);
});

test('random documents equal the reference', () => {
  const random = new Random(106);
  for (let run = 0; run < 1500; run += 1) sameText(markdownSoup(random));
});

test('random combinations of usual blocks equal the reference', () => {
  const pieces = [
    '# § 7. Title',
    '**(1)** *Agency* means',
    '> **“(a)** **Quoted.—** x',
    '> ',
    '---',
    '[^4]*Id.* at 3.',
    '| A | B |\n| --- | --- |\n| *1* | 2 |',
    '24. * It is ordered*',
    '* * * and so on',
    '[§ 1](/us/usc/t1/s1), [2](x)',
    'NO<sub>X</sub> and 10<sup>6</sup>',
    "a `b' c",
    "`one', `two' and *`three'*",
    '[^5](NAICS 522110 and 522120) and [^6](3*4*5)',
    'R&D; &amp; <normal amount',
    '2. * * *',
    '* * * 3. > a',
    '\u2001\u2001“(I) by',
    ' by then',
    '**Name, \n        Speaker\n        .**',
    '    indented',
    '1. One',
    '- a',
  ];
  const random = new Random(17);
  for (let run = 0; run < 1000; run += 1) {
    const count = 1 + random.below(5);
    const parts = Array.from(
      { length: count },
      () => random.pick(pieces) + random.pick(['\n\n', '\n\n', '\n', '\n\n  ', '\n\n    ']),
    );
    sameText(parts.join(''));
  }
});

/** The reference takes a minute for all documents. Whole ones show what blocks do to each other, passages what is rare. */
const STEP = 20;

realTest(
  test,
  `one in ${STEP} real documents equals the reference, and all that is new in others`,
  corpora => {
    const arrangements = new Arrangements();
    for (const [at, [path, body]] of [...realBodies(corpora)].entries()) {
      const passages = arrangements.newPassages(body);
      for (const markdown of at % STEP === 0 ? [body] : passages)
        assert.ok(
          plainText(markdown) === referenceText(markdown),
          `${path} differs from the reference: ${markdown.slice(0, 500)}`,
        );
    }
  },
);

test.run();
