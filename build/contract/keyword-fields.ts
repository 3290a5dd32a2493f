import { docketNumbersIn, rinsIn } from './dockets.ts';
import { looseKey, plainDashes } from './loose.ts';
import type { CfrReference, Metadata, MetadataValue } from './sources.ts';

/**
 * Filters that look for one of several keywords of a document (`match: 'keyword'` in the table of sources), by the field
 * that the keywords come from. Keywords are compared by `looseKey`.
 */
interface KeywordField {
  keywordsOf(metadata: Metadata): string[];
  /** The keyword that the filters on this field ask for together. @param asked values by parameter */
  wanted(asked: ReadonlyMap<string, string>): string;
  /** Whether the filter's value is a keyword itself, so that its usual spelling can take its place. */
  isValue: boolean;
}

const only = (asked: ReadonlyMap<string, string>): string => [...asked.values()][0] ?? '';

/** Fields whose keywords are more than their texts. */
const FIELDS: Readonly<Record<string, KeywordField>> = {
  agency: { keywordsOf: agenciesOf, wanted: only, isValue: true },
  // `FDA-2018-N-1415` finds `Docket No. FDA-2018-N-1415`.
  docket_ids: {
    keywordsOf: ({ docket_ids }) =>
      texts(docket_ids).flatMap(id => [plainDashes(id), ...docketNumbersIn(id).map(({ number }) => number)]),
    wanted: asked => plainDashes(only(asked)),
    isValue: true,
  },
  rin: {
    keywordsOf: ({ rin }) => texts(rin).flatMap(rinOr),
    wanted: asked => rinOr(only(asked))[0] ?? '',
    isValue: true,
  },
  // Title and part are one keyword, so that both are looked for in the same reference.
  cfr_references: {
    keywordsOf: ({ cfr_references }) => references(cfr_references).flatMap(keywordsOfReference),
    wanted: asked => cfrKeyword(asked.get('cfr_title'), asked.get('cfr_part')),
    isValue: false,
  },
};

export const keywordField = (field: string): KeywordField =>
  FIELDS[field] ?? { keywordsOf: metadata => texts(metadata[field]), wanted: only, isValue: true };

/** Every agency that a document names, `agency` first, each in the first of its spellings. */
export function agenciesOf({ agency, agencies }: Metadata): string[] {
  const spellings = new Map<string, string>();
  for (const name of [...texts(agency), ...texts(agencies)]) {
    const key = looseKey(name);
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

/** The texts of a field that holds one or several, or none. */
export function texts(value: MetadataValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

const references = (value: MetadataValue | undefined): CfrReference[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'object') : [];
