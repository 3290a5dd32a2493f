import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { linkOf } from '../../../build/import/gpo-uslm/links.ts';

const link = (href: string, words: string) =>
  linkOf({ name: 'ref', attributes: { href }, children: [words] });

test('an address in a code is taken if its number is in the words', () => {
  assert.is(link('/us/usc/t5/s553/b/B', '5 U.S.C. 553(b)(B)'), '/us/usc/t5/s553/b/B');
  assert.is(link('/us/cfr/t 20 /p404', 'part 404'), '/us/cfr/t20/p404');
  assert.is(link('/us/cfr/t17/s240.19b–4', '17 CFR 240.19b–4.'), '/us/cfr/t17/s240.19b-4');
  for (const [href, words] of [
    ['/us/cfr/t27/s478.25', '§ 478.25a'],
    ['/us/cfr/t27/s40.1', '§ 140.1'],
    ['/us/cfr/t17/s240.19b', '17 CFR 240.19b–4'],
    ['/us/cfr/t20/s404.2/c/2', 'paragraph (c)(2)'],
    ['/us/cfr/t15/pNaN', 'PART 730'],
  ] as const)
    assert.is(link(href, words), null, `${href} ${words}`);
});

test('references to laws and to Federal Register pages have their addresses', () => {
  assert.is(link('/us/pl/115/91', 'Public Law 115–91'), '/us/pl/115/91');
  assert.is(link('/us/stat/80/38', '80 Stat. 38'), '/us/stat/80/38');
  assert.is(link('/us/fr/82/12285', '82 FR 12285'), 'https://www.federalregister.gov/citation/82-FR-12285');
});

test('a reference without an address stays words', () => {
  assert.is(link('/us/eo/12866', 'Executive Order 12866'), null);
  assert.is(link('#wicks', 'Wicks'), null);
  assert.is(link('', 'Wicks'), null);
});

test.run();
