import type { CorpusEntry } from './entry.ts';
import { isText, SECTIONS } from './shared.ts';

/**
 * The converter writes the release point of the U.S. Code as its currency: the last public law that it holds,
 * `117-80`, perhaps without some (`119-73not60`). A date is wanted there, so this is told by a field of
 * its own.
 */
const RELEASE_POINT = /^\s*\d{1,3}-\d{1,4}(?:(?:not|u)[\d-]+)*\s*$/;

/** Enacted as positive law, as listed by the Office of the Law Revision Counsel. */
const POSITIVE_LAW = new Set([
  1, 3, 4, 5, 9, 10, 11, 13, 14, 17, 18, 23, 28, 31, 32, 35, 36, 37, 38, 39, 40, 41, 44, 46, 49, 51, 54,
]);

const TITLES = [
  'General Provisions',
  'The Congress',
  'The President',
  'Flag and Seal, Seat of Government, and the States',
  'Government Organization and Employees',
  'Domestic Security',
  'Agriculture',
  'Aliens and Nationality',
  'Arbitration',
  'Armed Forces',
  'Bankruptcy',
  'Banks and Banking',
  'Census',
  'Coast Guard',
  'Commerce and Trade',
  'Conservation',
  'Copyrights',
  'Crimes and Criminal Procedure',
  'Customs Duties',
  'Education',
  'Food and Drugs',
  'Foreign Relations and Intercourse',
  'Highways',
  'Hospitals and Asylums',
  'Indians',
  'Internal Revenue Code',
  'Intoxicating Liquors',
  'Judiciary and Judicial Procedure',
  'Labor',
  'Mineral Lands and Mining',
  'Money and Finance',
  'National Guard',
  'Navigation and Navigable Waters',
  'Crime Control and Law Enforcement',
  'Patents',
  'Patriotic and National Observances, Ceremonies, and Organizations',
  'Pay and Allowances of the Uniformed Services',
  "Veterans' Benefits",
  'Postal Service',
  'Public Buildings, Property, and Works',
  'Public Contracts',
  'The Public Health and Welfare',
  'Public Lands',
  'Public Printing and Documents',
  'Railroads',
  'Shipping',
  'Telecommunications',
  'Territories and Insular Possessions',
  'Transportation',
  'War and National Defense',
  'National and Commercial Space Programs',
  'Voting and Elections',
  'Small Business',
  'National Park Service and Related Programs',
];

export const usc: CorpusEntry = {
  mappings: {
    ...SECTIONS,
    currency: { ignore: RELEASE_POINT },
    release_point: {
      otherwise: ({ currency }) => (isText(currency) && RELEASE_POINT.test(currency) ? currency : undefined),
    },
  },
  titles: TITLES.map((name, i) => ({ name, positiveLaw: POSITIVE_LAW.has(i + 1) })),
};
