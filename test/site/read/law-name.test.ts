import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lawName } from '../../../build/site/app/read/law-name.ts';

test('what is not held has the name that citations give it', () => {
  for (const [identifier, name] of [
    ['/us/pl/94/553', 'Pub. L. 94-553'],
    ['/us/stat/90/2541', '90 Stat. 2541'],
    ['/us/act/1947-07-30/ch388', 'Act of July 30, 1947, ch. 388'],
    ['/us/act/undated/ch1', 'Act of undated, ch. 1'],
    ['/us/usc/t42/s7401', '42 USC 7401'],
    ['/us/usc/t18a/s6', '18a USC 6'],
    ['/us/cfr/t40/s52.1', '40 CFR 52.1'],
    ['/us/cfr/t40/p52', '40 CFR part 52'],
    ['/us/cfr/t40/p52/appA', '/us/cfr/t40/p52/appA'],
    ['/us/usc/t28a/courtRules/Civ/rule11', '/us/usc/t28a/courtRules/Civ/rule11'],
    ['/us/fr/2018-1', '/us/fr/2018-1'],
  ] as const)
    assert.is(lawName(identifier), name);
});

test.run();
