import { docketKeys } from '../../../build/contract/citations/keys.ts';
import type { ResolvedCitation } from '../../../build/contract/citations/resolve.ts';
import type { Document } from '../../../build/contract/envelope.ts';
import { citationsUrl, documentsUrl, documentUrl, searchUrl } from '../../../build/contract/paths.ts';
import type { SearchCitation, SearchHit } from '../../../build/contract/search.ts';
import { SOURCES, type Source, type SourceId } from '../../../build/contract/sources.ts';
import { citationsIn } from '../../../build/search/query/query-citations.ts';
import { wholeCitation } from '../../../build/search/query/whole-citation.ts';
import type { Api, Query } from '../api.ts';
import { type Named, ofSource, readingsOf } from './document-names.ts';
import { missingNote } from './missing-note.ts';
import { citationOf, type Shown, shownOf } from './shown-fields.ts';

export interface Resolution {
  /**
   * `search`: the text has no citation, and these are the first hits for it, as for popular names of acts. `none`: the cited
   * document is not in the collection, and no other takes its place.
   */
  by: 'identifier' | 'citation' | 'search' | 'none';
  documents: Shown[];
  total: number;
  note?: string;
  /** Documents that refer to the missing one. */
  referred_by?: Shown[];
}

interface Found {
  data: { hits: SearchHit[]; estimated_total_hits: number };
  meta: { citation?: SearchCitation };
}

/** Characters; longer texts may be identifiers, but are not searched for. */
const LONGEST_QUERY = 500;

/** @param id restricts the answer to a source @param limit most documents of the answer */
export async function resolve(
  api: Api,
  text: string,
  id: SourceId | undefined,
  limit: number,
): Promise<Resolution> {
  const named = await existing(api, ofSource(readingsOf(text), id));
  if (named.length > 0) return { by: 'identifier', documents: named.slice(0, limit), total: named.length };
  const found = await citedDocuments(api, text, id);
  if (found.length > 0) return { by: 'citation', documents: found.slice(0, limit), total: found.length };
  const whole = wholeCitation(text);
  const keys = whole
    ? [...whole.keys, ...whole.otherwise, ...whole.parts, ...whole.proceedings]
    : citationsIn(text);
  const listed = (await Promise.all(keys.map(key => ofKey(api, key, id, limit)))).flatMap(
    cited => cited ?? [],
  );
  if (listed.length > 0) return together(listed, limit);
  const { data, meta } = await api.get<Found>(searchUrl, {
    q: text.slice(0, LONGEST_QUERY),
    source: id,
    limit,
    facets: [],
    highlight: false,
  });
  const documents = data.hits.map(shownHit);
  if (!whole && !isCertain(text, keys)) return { by: 'search', documents, total: data.estimated_total_hits };
  const note = await missingNote(api, whole, id);
  const referring = meta.citation?.exists === false && documents.length > 0 && { referred_by: documents };
  return { by: 'none', documents: [], total: 0, note, ...referring };
}

/** Returns the documents that the citations in a text mean, as the endpoint tells them, with their alternatives. */
async function citedDocuments(api: Api, text: string, id: SourceId | undefined): Promise<Shown[]> {
  const q = [...text].slice(0, LONGEST_QUERY).join('');
  if (q === '') return [];
  const { data } = await api.get<{ data: ResolvedCitation[] }>(citationsUrl, { q });
  const identifiers = data.flatMap(({ url, identifier, alternatives }) =>
    url === null || identifier === null ? [] : [identifier, ...alternatives.map(other => other.identifier)],
  );
  return existing(api, ofSource([...new Set(identifiers)].flatMap(readingsOf), id));
}

/** Any text with digits may be a docket number; only the usual form is certain. */
const isCertain = (text: string, keys: readonly string[]): boolean =>
  keys.some(key => !key.startsWith('docket:')) || docketKeys(text).length > 0;

export const shownHit = (hit: SearchHit): Shown => {
  const { identifier, source, heading, status, publication_date, url } = hit;
  const citation = citationOf(source, identifier);
  return {
    identifier,
    source,
    heading,
    citation,
    status,
    ...(publication_date && { publication_date }),
    url,
  };
};

interface Cited {
  documents: Shown[];
  total: number;
}

function together(all: readonly Cited[], limit: number): Resolution {
  const documents = new Map(
    all.flatMap(({ documents }) => documents).map(shown => [shown.identifier, shown]),
  );
  const isOne = all.length === 1;
  return {
    by: 'citation',
    documents: [...documents.values()].slice(0, limit),
    total: isOne ? (all[0] as Cited).total : Math.max(documents.size, ...all.map(({ total }) => total)),
  };
}

async function existing(api: Api, named: readonly Named[]): Promise<Shown[]> {
  const found = await Promise.all(
    named.map(({ source, identifier }) =>
      api.find<{ data: Document }>(documentUrl(source, identifier), { fields: 'metadata' }),
    ),
  );
  return found.flatMap(answer => (answer ? [shownOf(answer.data)] : []));
}

/** Returns the documents of a part, a docket or a rulemaking; null for other keys. */
async function ofKey(api: Api, key: string, id: SourceId | undefined, limit: number): Promise<Cited | null> {
  const [kind = '', first = '', ...rest] = key.split(':');
  const sources = SOURCES.filter(source => id === undefined || source.id === id);
  const listed = (source: Source | undefined, query: Query) =>
    source ? listedBy(api, source, { ...query, limit }) : null;
  const filtered = (param: string) =>
    sources.find(({ filters }) => filters.some(filter => filter.param === param));
  if (kind === 'docket') return listed(filtered('docket_id'), { docket_id: [first, ...rest].join(':') });
  if (kind === 'rin') return listed(filtered('rin'), { rin: first });
  const isPart = ({ citation }: Source) => citation?.by === 'section' && citation.keys.part === kind;
  return listed(sources.find(isPart), { title_number: first, part_number: rest.join(':') });
}

async function listedBy(api: Api, source: Source, query: Query): Promise<Cited | null> {
  const { data, pagination } = await api.get<{ data: Document[]; pagination: { total: number } }>(
    documentsUrl(source),
    query,
  );
  return data.length > 0 ? { documents: data.map(shownOf), total: pagination.total } : null;
}
