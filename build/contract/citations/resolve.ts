import type { ActName, CitedKind, CitedPage, Reading, WrittenCitation } from './readings.ts';

/** The answer about citations: what each of them means in a corpus (build/contract/README.md, Citations). */

export interface CitedDocument {
  identifier: string;
  /** Its address in the API. */
  url: string;
  display_title: string | null;
}

/** A citation in the answer. */
export interface ResolvedCitation {
  text: string;
  start: number;
  end: number;
  kind: CitedKind;
  identifier: string | null;
  identifier_end: string | null;
  pinpoint: readonly string[];
  exists: boolean;
  url: string | null;
  display_title: string | null;
  alternatives: readonly CitedDocument[];
}

type Now<T> = T | Promise<T>;

/** What is asked about a corpus. */
export interface CitedCorpus {
  /** The documents that an identifier may mean, in any case and with any dashes: the likeliest first. */
  documents(identifier: string): Now<readonly CitedDocument[]>;
  /** The documents that begin on a page, or else those that continue on it. */
  documentsOnPage(page: CitedPage): Now<readonly CitedDocument[]>;
  /** The provisions that give an act this name; without a year, in any year. */
  documentsNamed(name: ActName): Now<readonly CitedDocument[]>;
  /** Tells whether a document lies in a title or part. */
  hasLevel(identifier: string): Now<boolean>;
}

/** Returns what citations mean, in their order. One that is not certain is left out where its document is missing. */
export async function resolveCitations(
  citations: readonly WrittenCitation[],
  corpus: CitedCorpus,
): Promise<ResolvedCitation[]> {
  const resolved = await Promise.all(citations.map(citation => resolve(citation, corpus)));
  return resolved.filter((_, i) => citations[i]!.isCertain || resolved[i]!.exists);
}

async function resolve(citation: WrittenCitation, corpus: CitedCorpus): Promise<ResolvedCitation> {
  const { text, start, end, readings } = citation;
  const place = { text, start, end };
  for (const reading of readings) {
    const { kind, pinpoint, skipped } = reading;
    const found = await documentsOf(reading, corpus);
    const [first, ...alternatives] = found;
    if (!first) continue;
    const identifier_end = await endOf(reading, corpus);
    const { identifier, url, display_title } = first;
    const own = skipped > 0 && { text: [...text].slice(skipped).join(''), start: start + skipped };
    return {
      ...place,
      ...own,
      kind,
      identifier,
      identifier_end,
      pinpoint,
      exists: true,
      url,
      display_title,
      alternatives,
    };
  }
  const { kind, identifiers, pinpoint, identifierEnd } = readings.at(-1)!;
  return {
    ...place,
    kind,
    identifier: identifiers[0] ?? null,
    identifier_end: identifierEnd,
    pinpoint,
    exists: false,
    url: null,
    display_title: null,
    alternatives: [],
  };
}

/** A level in the form of a document. It has no address of its own. */
type Found = Omit<CitedDocument, 'url'> & { url: string | null };

async function documentsOf(
  { kind, identifiers, page, name }: Reading,
  corpus: CitedCorpus,
): Promise<[Found?, ...CitedDocument[]]> {
  if (page) return [...(await corpus.documentsOnPage(page))] as [Found?, ...CitedDocument[]];
  if (name) return [...(await corpus.documentsNamed(name))] as [Found?, ...CitedDocument[]];
  if (kind === 'part') {
    const [identifier = ''] = identifiers;
    return (await corpus.hasLevel(identifier)) ? [{ identifier, url: null, display_title: null }] : [];
  }
  const found = (await Promise.all(identifiers.map(one => corpus.documents(one)))).flat();
  const known = new Set<string>();
  return found.filter(({ identifier }) => !known.has(identifier) && known.add(identifier)) as [
    Found?,
    ...CitedDocument[],
  ];
}

/** Returns the end of a range as its document spells it. */
async function endOf({ kind, identifierEnd }: Reading, corpus: CitedCorpus): Promise<string | null> {
  if (identifierEnd === null || kind === 'part') return identifierEnd;
  const [last] = await corpus.documents(identifierEnd);
  return last?.identifier ?? identifierEnd;
}
