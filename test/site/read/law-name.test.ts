import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lawName, placeName } from '../../../build/site/app/read/law-name.ts';

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

test('places are named as they are cited', () => {
  for (const [identifier, labels, name] of [
    ['/us/usc/t17/s106', ['a', '1', 'A'], '(a)(1)(A)'],
    // A paragraph of a section, not a section of a law.
    ['/us/usc/t17/s106', ['s1'], '(s1)'],
    ['/us/pl/101/650', ['tVII', 's704', 'b', '2'], 'tit. VII, § 704(b)(2)'],
    ['/us/pl/107/273', ['dC', 'tIII', 's13210', '4', 'A'], 'div. C, tit. III, § 13210(4)(A)'],
    ['/us/pl/107/273', ['stB', 'chII', 'schIII', 'p2'], 'subtit. B, ch. II, subch. III, pt. 2'],
    ['/us/pl/107/273', ['s3', 's', 't'], '§ 3(s)(t)'],
    ['/us/act/1947-07-30/ch388', ['s3', 't1'], '§ 3(t1)'],
    ['/us/pl/107/273', [], ''],
  ] as const)
    assert.is(placeName(identifier, labels), name);
});

test.run();
