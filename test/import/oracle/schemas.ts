import { ancestorsOf, type Element } from './tree.ts';

/** The oracle's knowledge of a schema. */
export interface Schema {
  source: 'usc' | 'ecfr' | 'fr';
  /** Whether an element is a document; one inside another belongs to the outer one. */
  isUnit(element: Element): boolean;
  isContainer(element: Element): boolean;
  /** @returns a name for words that are no text of the law; null for text */
  out(element: Element): string | null;
  /** Whether raised numbers and fractions are separate words. */
  partsRaised: boolean;
}

const among =
  (names: string) =>
  ({ name }: Element): boolean =>
    ` ${names} `.includes(` ${name} `);

const isIn = (element: Element, names: string): boolean => ancestorsOf(element).some(among(names));

const isUscUnit = among('section courtRule reorganizationPlan');
const isUscLevel = among(
  'title appendix subtitle division subdivision part subpart chapter subchapter article subarticle compiledAct courtRules reorganizationPlans',
);

const holdsLevels = among('title appendix level courtRules compiledAct reorganizationPlans');

/** A group without a kind; elsewhere a `level` is a numbered paragraph. */
const isLevelOfAppendix = ({ name, parent }: Element): boolean =>
  name === 'level' && parent !== null && holdsLevels(parent);

/** The U.S. Code in USLM 1 and in the beta of USLM 2. Quoted sections are no documents. */
const USC: Schema = {
  source: 'usc',
  isUnit: element =>
    isUscUnit(element) && Boolean(element.attributes.identifier) && !isIn(element, 'quotedContent note'),
  isContainer: element =>
    (isUscLevel(element) || isLevelOfAppendix(element)) &&
    !isIn(element, 'meta quotedContent note section courtRule reorganizationPlan'),
  out: ({ name }) => (name === 'toc' || name === 'meta' || name === 'colgroup' ? name : null),
  partsRaised: false,
};

const isDivision = ({ name }: Element): boolean => /^DIV[1-9]$/.test(name);
const isDivisionUnit = ({ attributes: { TYPE = '' } }: Element): boolean =>
  TYPE === 'SECTION' || TYPE === 'APPENDIX';

/** The eCFR as govinfo and its API publish it. */
const ECFR: Schema = {
  source: 'ecfr',
  isUnit: element => isDivision(element) && isDivisionUnit(element),
  isContainer: element => isDivision(element) && !isDivisionUnit(element),
  out: ({ name }) => (/^(?:HEADER|AMDDATE|VOLUME|CFRTOC)$/.test(name) ? name : null),
  partsRaised: false,
};

/** The Federal Register in GPO's markup. */
const FR: Schema = {
  source: 'fr',
  isUnit: among('RULE PRORULE NOTICE PRESDOCU'),
  isContainer: among('PTITLE'),
  out: ({ name, parent }) =>
    name === 'CNTNTS' || (parent?.name === 'FEDREG' && /^(?:VOL|NO|DATE|UNITNAME)$/.test(name)) ? name : null,
  partsRaised: true,
};

const isAnnualLevel = among('TITLE SUBTITLE CHAPTER SUBCHAP PART SUBPART SUBJGRP');

/** The printed edition of the CFR. */
const ANNUAL: Schema = {
  source: 'ecfr',
  isUnit: element =>
    among('SECTION APPENDIX')(element) && !isIn(element, 'SECTION APPENDIX TOC CONTENTS FMTR BMTR EXTRACT'),
  isContainer: element =>
    isAnnualLevel(element) && !isIn(element, 'TOC CFRTOC CONTENTS FMTR BMTR SECTION APPENDIX'),
  out: element => {
    const { name, parent } = element;
    if (/^(?:FDSYS|AMDDATE|CONTENTS|CFRTOC|LRH|RRH|EAR)$/.test(name)) return name;
    if (name === 'TOC' && /^[FB]MTR$/.test(parent?.name ?? '')) return 'contents';
    const isContents =
      parent?.name === 'TOC' &&
      !/^(?:TOCHD|PRTPAGE|HD)$/.test(name) &&
      (parent.parent?.name === 'CHAPTER' || parent.parent?.name === 'TITLE');
    return isContents ? 'contents' : null;
  },
  partsRaised: true,
};

/** Schemas by root. GPO's USLM 2 is compared by its words alone (`gpo-uslm.ts`). */
const BY_ROOT: readonly (readonly [RegExp, Schema])[] = [
  [/^uscDoc$/, USC],
  [/^(?:DLPSTEXTCLASS|ECFR|DIV[1-9])$/, ECFR],
  [/^(?:FEDREG|RULE|PRORULE|NOTICE|PRESDOCU)$/, FR],
  [/^(?:CFRDOC|CFRGRANULE)$/, ANNUAL],
];

/** Whether a file has all levels of its units, unlike a part of a title by itself. */
export const isWhole = ({ name }: Element): boolean =>
  /^(?:uscDoc|DLPSTEXTCLASS|ECFR|CFRDOC|FEDREG)$/.test(name);

/** @throws if the oracle knows no schema with this root */
export function schemaOf({ name }: Element): Schema {
  const found = BY_ROOT.find(([root]) => root.test(name));
  if (!found) throw new Error(`the oracle knows no schema with the root <${name}>`);
  return found[1];
}
