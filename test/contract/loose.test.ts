import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { looseKey, plainDashes } from '../../build/contract/loose.ts';

test('case, white space and composition make no difference', () => {
  const same = (...texts: string[]) => assert.is(new Set(texts.map(looseKey)).size, 1, texts.join(' | '));
  same('Food and Drug Administration', 'FOOD AND DRUG ADMINISTRATION', ' food  and\tdrug administration\n');
  same('Office de la Santé', 'OFFICE DE LA SANTE\u0301');
  same('ΟΔΟΣ', 'οδος', 'οδοσ');
  same('Straße', 'STRASSE');
  same('', '  \u00a0');
});

test('other differences give other keys', () => {
  const texts = [
    'Food',
    'Foods',
    'Food & Drug',
    'Food, Drug',
    'Santé',
    'Sante',
    'F ood',
    'Food–Drug',
    'Food-Drug',
    '§ Food',
    'Food.',
  ];
  assert.is(new Set(texts.map(looseKey)).size, texts.length);
});

test('each kind of dash becomes a hyphen', () => {
  assert.is(plainDashes('60–1‑2—3−4-5'), '60-1-2-3-4-5');
});

test.run();
