import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { looseKey } from '../../build/contract/loose.ts';

test('case, dashes, white space and composition make no difference', () => {
  const same = (...texts: string[]) => assert.is(new Set(texts.map(looseKey)).size, 1, texts.join(' | '));
  same('Food and Drug Administration', 'FOOD AND DRUG ADMINISTRATION', ' food  and\tdrug administration\n');
  same(
    'Rural Business–Cooperative Service',
    'RURAL BUSINESS-COOPERATIVE SERVICE',
    'rural business‑cooperative service',
  );
  same('Office de la Santé', 'OFFICE DE LA SANTE\u0301');
  same('ΟΔΟΣ', 'οδος', 'οδοσ');
  same('Straße', 'STRASSE');
  same('', '  \u00a0');
});

test('everything else does', () => {
  const texts = ['Food', 'Foods', 'Food & Drug', 'Food, Drug', 'Santé', 'Sante', 'F ood', '§ Food', 'Food.'];
  assert.is(new Set(texts.map(looseKey)).size, texts.length);
});

test.run();
