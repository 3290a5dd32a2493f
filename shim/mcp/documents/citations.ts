import { keysOfIdentifier, keysOfPages } from '../../../build/contract/citations/document-keys.ts';
import { citesPart, docketKeys } from '../../../build/contract/citations/keys.ts';
import { citationsIn, unitIn } from '../../../build/contract/citations/recognize.ts';
import { wholeCitation } from '../../../build/contract/citations/whole-citation.ts';
import type { Document } from '../../../build/contract/envelope.ts';
import { documentsUrl, documentUrl, searchUrl } from '../../../build/contract/paths.ts';
import type { SearchCitation, SearchHit } from '../../../build/contract/search.ts';
import { SOURCES, type Source, type SourceId, sourceOf } from '../../../build/contract/sources.ts';
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

/** Cited documents are the first hits of a search. */
const HITS_LOOKED_AT = 5;

/** @param id restricts the answer to a source @param limit most documents of the answer */
export async function resolve(
  api: Api,
  text: string,
  id: SourceId | undefined,
  limit: number,
): Promise<Resolution> {
  const named = await existing(api, ofSource(readingsOf(text), id));
  if (named.length > 0) return { by: 'identifier', documents: named.slice(0, limit), total: named.length };
  const whole = wholeCitation(text);
  const unit = whole && unitIn(text);
  const units = await existing(api, ofSource((unit?.identifiers ?? []).flatMap(readingsOf), id));
  if (units.length > 0) return { by: 'citation', documents: units.slice(0, limit), total: units.length };
  const keys = whole
    ? [...whole.keys, ...whole.otherwise, ...whole.parts, ...whole.proceedings]
    : citationsIn(text);
  // A key that may mean a section or a part means the section if there is one.
  const [parts, others] = [keys.filter(citesPart), keys.filter(key => !citesPart(key))];
  for (const some of [others, parts]) {
    const cited = (await Promise.all(some.map(key => ofKey(api, key, id, limit)))).flatMap(
      found => found ?? [],
    );
    if (cited.length > 0) return together(cited, limit);
  }
  const { data, meta } = await api.get<Found>(searchUrl, {
    q: text.slice(0, LONGEST_QUERY),
    source: id,
    limit: Math.max(limit, HITS_LOOKED_AT),
    facets: [],
    highlight: false,
  });
  const hits = data.hits.slice(0, keys.length > 0 ? HITS_LOOKED_AT : 0);
  // Documents that begin on a page win over documents that continue there.
  for (const some of [others, keys]) {
    const found = await Promise.all(hits.map(hit => carrying(api, hit, some)));
    const exact = found.filter(hit => hit !== null);
    if (exact.length > 0) return { by: 'citation', documents: exact.slice(0, limit), total: exact.length };
  }
  const documents = data.hits.slice(0, limit).map(shownHit);
  if (!whole && !isCertain(text, keys)) return { by: 'search', documents, total: data.estimated_total_hits };
  const note = await missingNote(api, whole, id);
  const referring = meta.citation?.exists === false && documents.length > 0 && { referred_by: documents };
  return { by: 'none', documents: [], total: 0, note, ...referring };
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

/** Resolves a citation key without a search; null where a search is needed. */
async function ofKey(api: Api, key: string, id: SourceId | undefined, limit: number): Promise<Cited | null> {
  const [kind = '', first = '', ...rest] = key.split(':');
  const sources = SOURCES.filter(source => id === undefined || source.id === id);
  const listed = (source: Source | undefined, query: Query) =>
    source ? listedBy(api, source, { ...query, limit }) : null;
  const filtered = (param: string) =>
    sources.find(({ filters }) => filters.some(filter => filter.param === param));
  if (kind === 'docket') return listed(filtered('docket_id'), { docket_id: [first, ...rest].join(':') });
  if (kind === 'rin') return listed(filtered('rin'), { rin: first });
  const source = sources.find(({ citation }) => Object.values(citation?.keys ?? {}).includes(kind));
  if (source?.citation?.by === 'page' && kind === source.citation.keys.number)
    return exactly(api, source, '', first);
  if (source?.citation?.by !== 'section') return null;
  if (kind === source.citation.keys.part)
    return listed(source, { title_number: first, part_number: rest.join(':') });
  return exactly(api, source, `t${first}/s`, rest.join(':'));
}

/** Keys are in lower case with one kind of dash; identifiers are spelled as in the law: `280G`, `28–1`, `E8-23190`. */
async function exactly(api: Api, source: Source, before: string, number: string): Promise<Cited | null> {
  const spellings = [number, number.toUpperCase()].flatMap(text => [text, text.replaceAll('-', '–')]);
  for (const spelling of new Set(spellings)) {
    const documents = await existing(api, [{ source, identifier: source.namespace + before + spelling }]);
    if (documents.length > 0) return { documents, total: documents.length };
  }
  return null;
}

async function listedBy(api: Api, source: Source, query: Query): Promise<Cited | null> {
  const { data, pagination } = await api.get<{ data: Document[]; pagination: { total: number } }>(
    documentsUrl(source),
    query,
  );
  return data.length > 0 ? { documents: data.map(shownOf), total: pagination.total } : null;
}

/** Returns the hit if the keys cite it: as a range of sections, or by its page. */
async function carrying(api: Api, hit: SearchHit, keys: readonly string[]): Promise<Shown | null> {
  const source = sourceOf(hit.source);
  const isNamed = keysOfIdentifier(hit.source, hit.identifier).some(key => keys.includes(key));
  if (isNamed && source.citation?.by === 'section') return shownHit(hit);
  if (source.citation?.by !== 'page') return null;
  const { keys: kinds } = source.citation;
  const isOfPages = (key: string) => [kinds.page, kinds.within].some(kind => key.startsWith(`${kind}:`));
  if (!isNamed && !keys.some(isOfPages)) return null;
  const query = { fields: 'metadata' };
  const answer = await api.find<{ data: Document }>(documentUrl(source, hit.identifier), query);
  if (!answer) return null;
  const pages = keysOfPages(source.citation, answer.data.metadata);
  return isNamed || pages.some(key => keys.includes(key)) ? shownOf(answer.data) : null;
}
