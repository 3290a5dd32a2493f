import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pathOfCited } from '../../../build/site/app/read/cited-place.ts';

test('links to documents, paragraphs and levels lead to their pages', () => {
  for (const [identifier, path] of [
    ['/us/usc/t17/s106', '/usc/title-17/section-106'],
    ['/us/usc/t23/s202/b/1', '/usc/title-23/section-202#b-1'],
    ['/us/usc/t42/s1395m/n/1/A', '/usc/title-42/section-1395m#n-1-A'],
    ['/us/cfr/t40/s52.220/c/1', '/ecfr/title-40/section-52.220#c-1'],
    ['/us/usc/t5a/pl/95/521/tIV/s407/a', '/usc/title-5a/pl-95-521-tIV/section-407#a'],
    ['/us/usc/t17', '/usc/structure/t17'],
    ['/us/usc/t17/ch1', '/usc/structure/t17/ch1'],
    ['/us/usc/t10/stA/ptII/ch31/schI', '/usc/structure/t10/stA/ptII/ch31/schI'],
    ['/us/cfr/t40/p52/spA', '/ecfr/structure/t40/p52/spA'],
    ['/us/cfr/t2/p200/spE/sg-lamps', '/ecfr/structure/t2/p200/spE/sg-lamps'],
    // Documents beside sections.
    ['/us/cfr/t2/p200/appII', '/ecfr/title-2/part-200/appendix-II'],
    ['/us/usc/t18a/courtRules/Crim/rule11', '/usc/title-18a/rules-Crim/rule-11'],
    ['/us/fr/2018-09910', '/fr/2018-09910'],
    ['/us/usc/t17/dates', '/usc/document-t17%2Fdates'],
    // Of no source.
    ['/us/pl/94/553', null],
    ['/us/stat/90/2541', null],
    ['/somewhere/else', null],
  ] as const)
    assert.is(pathOfCited(identifier), path, identifier);
});

test.run();
