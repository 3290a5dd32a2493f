import { agencyKey, closeAgencies, shorterNames } from './agencies.ts';
import { docketNumbersIn, rinsIn } from './dockets.ts';
import { looseKey, plainDashes } from './loose.ts';
import type { CfrReference, Metadata, MetadataValue } from './sources.ts';

/** Fields with keywords: filters with `match: 'keyword'` in the table of sources search them. */
interface KeywordField {
  keywordsOf(metadata: Metadata): string[];
  /** Returns the key by which keywords are compared. */
  keyOf(keyword: string): string;
  /** Returns the shorter keywords that also find a longer one. */
  shorterOf(keyword: string): string[];
  /** Suggests keywords for a value that matches none. */
  closeTo(value: string, keywords: readonly string[]): string[];
  /** Returns the keyword that the filters on this field require together. @param values by parameter */
  wanted(values: ReadonlyMap<string, string>): string;
  /** Whether the filter's value is a keyword, so that its usual spelling can replace it. */
  isValue: boolean;
}

const only = (values: ReadonlyMap<string, string>): string => [...values.values()][0] ?? '';

const nothing = (): string[] => [];
const USUAL = { keyOf: looseKey, shorterOf: nothing, closeTo: nothing, wanted: only, isValue: true };

/** Fields whose keywords are more than their texts. */
const FIELDS: Readonly<Record<string, KeywordField>> = {
  agency: {
    ...USUAL,
    keywordsOf: metadata => agenciesOf(metadata).flatMap(name => [name, ...shorterNames(name)]),
    keyOf: agencyKey,
    shorterOf: shorterNames,
    closeTo: closeAgencies,
  },
  // `FDA-2018-N-1415` finds `Docket No. FDA-2018-N-1415`.
  docket_ids: {
    ...USUAL,
    keywordsOf: ({ docket_ids }) =>
      texts(docket_ids).flatMap(id => [plainDashes(id), ...docketNumbersIn(id).map(({ number }) => number)]),
    wanted: values => plainDashes(only(values)),
  },
  rin: {
    ...USUAL,
    keywordsOf: ({ rin }) => texts(rin).flatMap(rinOr),
    wanted: values => rinOr(only(values))[0] ?? '',
  },
  // Title and part are one keyword: both must match in the same reference.
  cfr_references: {
    ...USUAL,
    keywordsOf: ({ cfr_references }) => references(cfr_references).flatMap(keywordsOfReference),
    wanted: values => cfrKeyword(values.get('cfr_title'), values.get('cfr_part')),
    isValue: false,
  },
};

export const keywordField = (field: string): KeywordField =>
  FIELDS[field] ?? { ...USUAL, keywordsOf: metadata => texts(metadata[field]) };

/** Returns every agency of a document once, in its first spelling; `agency` first. */
export function agenciesOf({ agency, agencies }: Metadata): string[] {
  const spellings = new Map<string, string>();
  for (const name of [...texts(agency), ...texts(agencies)]) {
    const key = agencyKey(name);
    if (key !== '' && !spellings.has(key)) spellings.set(key, name.replace(/\s+/g, ' ').trim());
  }
  return [...spellings.values()];
}

const rinOr = (text: string): string[] => {
  const rins = rinsIn(text);
  return rins.length > 0 ? rins : [text];
};

const cfrKeyword = (title = '', part = ''): string => `${title}:${plainDashes(part.trim())}`;

const keywordsOfReference = ({ title, parts }: CfrReference): string[] => [
  cfrKeyword(String(title)),
  ...parts.flatMap(part => [cfrKeyword(String(title), part), cfrKeyword('', part)]),
];

/** Returns the texts of a field that holds one, several or none. */
export function texts(value: MetadataValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

export const references = (value: MetadataValue | undefined): CfrReference[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object' && 'parts' in item) : [];
