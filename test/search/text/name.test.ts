import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { nameOf } from '../../../build/search/text/name.ts';

test('a name is the heading without the citation before it', () => {
  for (const [heading, name] of [
    ['17 USC § 106 - Exclusive rights', 'Exclusive rights'],
    ['1 CFR § 1.1 - Definitions', 'Definitions'],
    ['5 USC App. § 6 - Duties', 'Duties'],
    ['17 USC § 106 - Rights - in general', 'Rights - in general'],
    ['17 USC § 106', '17 USC § 106'],
    ['17 USC § 106 - ', ''],
    ['Lamps - 17 USC § 106 - oil', 'Lamps - 17 USC § 106 - oil'],
    ['17 Lamps - oil', '17 Lamps - oil'],
    ['', ''],
  ] as const)
    assert.is(nameOf({ heading }), name, heading);
});

test.run();
