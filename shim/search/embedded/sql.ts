import { looseKey } from '../../../build/contract/loose.ts';
import type { FacetName, SearchFilters, SearchQuery, SearchSort } from '../../../build/contract/search.ts';
import type { SearchAnalysis } from '../query/analyze.ts';
import { type MatchExpressions, matchExpressions } from './fts-query.ts';

/**
 * The statements of a search over the tables of `index-file.ts`. Each gives one row with one JSON value: so
 * all of its work is done in SQLite's thread, where it can be interrupted.
 */
export interface Statement {
  sql: string;
  /** By name, without the `$`. */
  parameters: Parameters;
}

type Parameters = Record<string, string | number | null>;

const CITED = 'SELECT id FROM citations WHERE key IN (SELECT value FROM json_each($citations))';
const EXCLUDED = 'SELECT rowid FROM texts WHERE texts MATCH $excluded';
const NATURAL = 'a.identifier_order, a.identifier';
/** A word in the heading weighs as much as several in the body. */
const TEXT_RANK = 'bm25(texts, 6.0, 1.0)';

export class SearchSql {
  readonly #match: MatchExpressions;
  readonly #citations: readonly string[];
  readonly #filters: { conditions: string[]; parameters: Parameters };

  constructor(analysis: SearchAnalysis, filters: SearchFilters) {
    this.#match = matchExpressions(analysis);
    this.#citations = analysis.citations;
    this.#filters = filterConditions(filters);
  }

  /**
   * `[["", null, total], [facet, value, count], …]`, the values of a facet by count, greatest first. Those of `agency` are
   * lists of agencies, in JSON.
   */
  counts(facets: readonly FacetName[]): Statement {
    const counts = facets.map(facet => {
      const column = columnOf(facet);
      return `SELECT '${facet}', ${column}, count(*) FROM matches WHERE ${column} IS NOT NULL GROUP BY ${column}`;
    });
    const columns = facets.length > 0 ? facets.map(facet => `a.${columnOf(facet)}`).join(', ') : '1';
    return this.#statement(`
      WITH matches AS MATERIALIZED (${this.#matches(columns)}),
      counts (facet, value, count) AS (${["SELECT '', NULL, count(*) FROM matches", ...counts].join(' UNION ALL ')})
      SELECT json_group_array(json_array(facet, value, count))
      FROM (SELECT * FROM counts ORDER BY count DESC, value)`);
  }

  /** Rows of matching documents in the order of a sort field. */
  sorted({ field, descending }: SearchSort, { limit, offset }: SearchQuery): Statement {
    const column =
      { identifier: 'identifier_order', document_number: 'document_number_order' }[field as string] ?? field;
    const direction = descending ? 'DESC' : 'ASC';
    const order = `a.${column} IS NULL, a.${column} ${direction}, ${NATURAL}`;
    return this.#ids(`${this.#matches('a.id')} ORDER BY ${order}`, { limit, offset });
  }

  /** Rows of documents that one of these citations cites. @param above rows that stand above */
  cited(citations: readonly string[], limit: number, above: readonly number[]): Statement {
    return this.#ids(
      `SELECT a.id FROM attributes a
       WHERE ${this.#where(`a.id IN (${CITED})`, NOT_ABOVE, this.#notExcluded())} ORDER BY ${NATURAL}`,
      { limit, above: JSON.stringify(above), citations: JSON.stringify(citations) },
    );
  }

  /** Rows of documents with all that is asked for in the heading, best first. @param above rows that stand above */
  inHeading(limit: number, above: readonly number[]): Statement {
    return this.#ids(
      `SELECT a.id FROM headings CROSS JOIN attributes a ON a.id = headings.rowid
       WHERE ${this.#where('headings MATCH $headings', NOT_ABOVE, this.#notExcluded())}
       ORDER BY bm25(headings), ${NATURAL}`,
      { limit, above: JSON.stringify(above) },
    );
  }

  /** Rows of all other matching documents. */
  inText(limit: number, above: readonly number[], order: 'rank' | 'natural'): Statement {
    const [match, rank] = order === 'rank' ? ['$ranked', `${TEXT_RANK}, `] : ['$texts', ''];
    return this.#ids(
      `SELECT a.id FROM texts CROSS JOIN attributes a ON a.id = texts.rowid
       WHERE ${this.#where(`texts MATCH ${match}`, NOT_ABOVE)} ORDER BY ${rank}${NATURAL}`,
      { limit, above: JSON.stringify(above) },
    );
  }

  /** All matching documents, each once. */
  #matches(columns: string): string {
    const found = 'SELECT rowid AS id FROM texts WHERE texts MATCH $texts';
    const cited = `SELECT id FROM (${CITED}) WHERE ${this.#notExcluded('id') ?? 'true'}`;
    const rows = this.#citations.length === 0 ? found : `${found} UNION ${cited}`;
    return `SELECT ${columns} FROM (${rows}) AS m CROSS JOIN attributes a ON a.id = m.id WHERE ${this.#where()}`;
  }

  #notExcluded(column = 'a.id'): string | null {
    return this.#match.excluded === null ? null : `${column} NOT IN (${EXCLUDED})`;
  }

  #where(...conditions: (string | null)[]): string {
    const all = [...conditions, ...this.#filters.conditions].filter(condition => condition !== null);
    return all.length > 0 ? all.join(' AND ') : 'true';
  }

  #ids(select: string, { limit, offset = 0, ...parameters }: Parameters & { limit: number }): Statement {
    const sql = `SELECT json_group_array(id) FROM (${select} LIMIT $limit OFFSET $offset)`;
    return this.#statement(sql, { limit, offset, ...parameters });
  }

  #statement(sql: string, own: Parameters = {}): Statement {
    const citations = JSON.stringify(this.#citations);
    // A statement may be given more than it names.
    return { sql, parameters: { ...this.#match, citations, ...this.#filters.parameters, ...own } };
  }
}

const columnOf = (facet: FacetName): string => (facet === 'agency' ? 'agencies' : facet);

const NOT_ABOVE = 'a.id NOT IN (SELECT value FROM json_each($above))';

/** Documents share few lists of agencies, so those that name the agency are looked up once. */
const OF_AGENCY = 'a.agencies IN (SELECT agencies FROM agency_lists WHERE key = $agency)';

function filterConditions(filters: SearchFilters): { conditions: string[]; parameters: Parameters } {
  const { agency, date_from, date_to, ...equal } = filters;
  const conditions: [name: string, value: string | number | null, condition: string][] = [
    ...Object.entries(equal).map(([name, value]): [string, string | number | null, string] => [
      name,
      value,
      `a.${name} = $${name}`,
    ]),
    ['agency', agency === null ? null : looseKey(agency), OF_AGENCY],
    ['date_from', date_from, 'a.publication_date >= $date_from'],
    ['date_to', date_to, 'a.publication_date <= $date_to'],
  ];
  const active = conditions.filter(([, value]) => value !== null);
  return {
    conditions: active.map(([, , condition]) => condition),
    parameters: Object.fromEntries(active.map(([name, value]) => [name, value as string | number])),
  };
}
