import type { CodeCitation } from '../sources.ts';
import { APPENDIX, CODES, PART } from './grammar.ts';

/**
 * Citations of documents beside sections: appendices of regulations, rules of courts, reorganization plans. They name a
 * document by its identifier alone. Patterns match the text after `normalCitation`.
 */

export interface CitedUnit {
  kind: 'appendix' | 'rule' | 'plan';
  /** Possible identifiers of the document, the likeliest first. */
  identifiers: readonly string[];
}

export type Groups = Readonly<Record<string, string | undefined>>;

interface UnitPattern {
  /** The source of a regular expression. */
  source: string;
  /** The source of one that is found, without case, wherever the other matches, and in few other texts. */
  words: string;
  unit: (groups: Groups) => CitedUnit;
}

const nameOf = (isCode: (code: CodeCitation) => boolean): string =>
  `(?:${CODES.filter(isCode)
    .map(({ name }) => name)
    .join('|')})`;

const STATUTES = nameOf(({ hasAppendixes }) => hasAppendixes);
const REGULATIONS = nameOf(({ keys }) => keys.part !== null);

/** `Appendix II`, `app. A(1)`, `Table 1`, and an appendix that is the only one. */
const NAME = String.raw`(?:${APPENDIX}|(?<table>table))(?: (?<label>(?:[ivxlc]+|[a-z]|\d{1,3})(?:-?\d+|-[a-z])?))?(?<letters>(?:\([a-z0-9]+\))*)`;
const NUMBER = String.raw`(?<part>\d+[a-z]*)`;
const SUBPART = String.raw`(?:subpart|subpt\.?) (?<subpart>[a-z]{1,3})`;
const TITLE = String.raw`(?<title>\d+)`;

const APPENDICES: readonly UnitPattern[] = [
  // 2 CFR Part 200 Appendix II; 23 CFR 230, Subpart A, Appendix A; 23 CFR Part 772 Table 1
  `${TITLE} ?${REGULATIONS},? ?${PART}? ?${NUMBER},? ?(?:${SUBPART},? ?)?,? ?${NAME}`,
  // 2 CFR Appendix II to Part 200
  `${TITLE} ?${REGULATIONS},? ?${NAME},? (?:to|of) (?:${SUBPART} of )?${PART} ${NUMBER}`,
  // Appendix II to 2 CFR part 200; Appendix A to Subpart A of 23 CFR 230
  `${NAME},? (?:to|of) (?:${SUBPART} (?:of|to) )?${TITLE} ?${REGULATIONS},? ?${PART}? ?${NUMBER}`,
  // Appendix II to part 200 of title 2, Code of Federal Regulations
  `${NAME},? (?:to|of) (?:${SUBPART} (?:of|to) )?${PART} ${NUMBER},? ?(?:of )?title ${TITLE}(?:,? ?(?:of )?(?:the )?${REGULATIONS})?`,
].map(source => ({ source, words: '(?:app(?:endix|x)?|table)(?![a-z0-9])', unit: appendix }));

function appendix({ title, part, subpart, table, label = '', letters = '' }: Groups): CitedUnit {
  const parent = `/us/cfr/t${title}/p${part}${subpart ? `/sp${subpart.toUpperCase()}` : ''}`;
  const name = `${table ?? 'app'}${label.toUpperCase()}`;
  // `Appendix A(1)` may be an appendix of that name, or a paragraph of appendix A.
  const names = letters === '' ? [name] : [name + letters, name];
  return { kind: 'appendix', identifiers: names.map(each => `${parent}/${each}`) };
}

/** Sets of rules: the title with them in its appendix, their name in identifiers, and a pattern of their names. */
const RULES: readonly (readonly [title: string, name: string, called: string])[] = [
  [
    '18',
    'Crim',
    String.raw`f(?:ed)?\.? ?r\.? ?crim\.? ?p(?:roc)?\.?|f\.?r\.?cr\.?p\.?|federal rules? of criminal procedure`,
  ],
  ['11', 'Bankr', String.raw`f(?:ed)?\.? ?r\.? ?bankr\.? ?p\.?|frbp|federal rules? of bankruptcy procedure`],
  [
    '28',
    'Civ',
    String.raw`f(?:ed)?\.? ?r\.? ?civ\.? ?p(?:roc)?\.?|f\.?r\.?c\.?p\.?|federal rules? of civil procedure`,
  ],
  ['28', 'App', String.raw`f(?:ed)?\.? ?r\.? ?app\.? ?p\.?|frap|federal rules? of appellate procedure`],
  ['28', 'Evid', String.raw`f(?:ed)?\.? ?r\.? ?evid\.?|f\.r\.e\.|fre|federal rules? of evidence`],
];
const RULE = String.raw`(?<number>\d+[a-z]?(?:\.\d+)?)`;

const rules = (sets: readonly (readonly string[])[], number = ''): CitedUnit => ({
  kind: 'rule',
  identifiers: sets.map(([title, name]) => `/us/usc/t${title}a/courtRules/${name}/rule${number}`),
});

const OF_COURTS: readonly UnitPattern[] = [
  ...RULES.flatMap((set): UnitPattern[] =>
    [
      // Fed. R. Crim. P. 11; Federal Rules of Evidence, Rule 404
      `(?:${set[2]}),? ?(?:rules?|r\\.)? ?${RULE}`,
      // Rule 11 of the Federal Rules of Criminal Procedure
      `rules? ${RULE}(?:\\([^ )]*\\))*,? (?:of )?(?:the )?(?:${set[2]})`,
    ].map(source => ({
      source,
      // Only `rule` or `r.` may follow without a space: `free` is no `fre`.
      words: `(?:${set[2]})(?![a-qs-z])`,
      unit: ({ number }) => rules([set], number),
    })),
  ),
  {
    // 11a rule 1001; 11 U.S.C. App. Rule 1001; title 18 appendix, rule 11
    source: `(?:title )?(?<title>${[...new Set(RULES.map(([title]) => title))].join('|')})(?:a| ?${STATUTES}?,? ?${APPENDIX}),? ?rule ${RULE}`,
    words: String.raw`rule \d`,
    unit: ({ title, number }) =>
      rules(
        RULES.filter(([own]) => own === title),
        number,
      ),
  },
];

const ROMAN: Readonly<Record<string, string>> = { 1: 'I', 2: 'II', 3: 'III', 4: 'IV', 5: 'V' };

const PLANS: UnitPattern = {
  // Reorganization Plan No. 3 of 1970; 5 U.S.C. App. Reorg. Plan 3 of 1970
  source: String.raw`(?:5 ?${STATUTES},? ?${APPENDIX},? ?)?reorg(?:anization|\.)? plan,? ?(?:no\.?|number)? ?(?<number>\d+|[ivx]+) of (?<year>\d{4})`,
  words: 'reorg',
  unit({ number = '', year }) {
    // The oldest have Roman numbers in identifiers, but Arabic ones in citations.
    const numbers = [number.toUpperCase(), ROMAN[number]].filter(each => each !== undefined);
    return { kind: 'plan', identifiers: numbers.map(each => `/us/usc/t5a/reorgPlan/${year}/${each}`) };
  },
};

export const UNITS: readonly UnitPattern[] = [...APPENDICES, ...OF_COURTS, PLANS];
