import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { abbreviationsIn } from '../../../build/search/references/abbreviations.ts';

const FORMS: Record<string, string> = {
  'the Environmental Protection Agency (EPA) says': 'epa: environmental protection agency',
  'the Environmental Protection Agency (“EPA”) says': 'epa: environmental protection agency',
  'the Environmental Protection Agency (the “EPA”) says': 'epa: environmental protection agency',
  'The Environmental Protection Agency’s (EPA) rule': 'epa: environmental protection agency',
  'EPA (Environmental Protection Agency) says': 'epa: environmental protection agency',
  'the National Lamp Policy Act of 1969 (NLPA)': 'nlpa: national lamp policy act',
  'Lamp Adjustment Notices (LANs)': 'lan: lamp adjustment notices',
  'Research & Development Lamps (R&D)': 'r d: research development lamps',
  'of the U.S. Patent Office (USPO)': 'uspo: u s patent office',
  'Crème Brûlée Board (CBB)': 'cbb: creme brulee board',
  // Not: no capital letter, one word, a sentence between, other letters, a numeral, one letter, too many words
  'on best available lamps (BAL)': '',
  'the Laboratory (LBT)': '',
  'the Environmental Lamp Act. Protection Agency (EPA)': '',
  'the Environmental Protection Agency (XYZ)': '',
  'Interim Issue (II)': '',
  'Appendix (A)': '',
  'Every other person of the same age (EA)': '',
  'EPA (formerly the Environmental Protection Agency)': '',
  'EPA; Board (Environmental Protection Agency)': '',
};
for (const [text, expected] of Object.entries(FORMS)) {
  test(text, () =>
    assert.is(
      abbreviationsIn(text, 10)
        .map(pair => pair.join(': '))
        .join('; '),
      expected,
    ),
  );
}

test('an abbreviation that is spelled out several times is listed once', () => {
  const text = 'the Lamp Board (LB) and LB (Lamp Board) and the Lamp Board (LB)';
  assert.equal(abbreviationsIn(text, 10), [['lb', 'lamp board']]);
});

test.run();
