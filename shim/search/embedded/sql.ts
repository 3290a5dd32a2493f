import { looseKey } from '../../../build/contract/loose.ts';
import { citesPart } from '../../../build/contract/search/citation.ts';
import { nameNumber } from '../../../build/contract/search/signature.ts';
import type { FacetName, SearchFilters, SearchSort } from '../../../build/contract/search.ts';
import type { SearchAnalysis } from '../query/analyze.ts';
import type { QueryTerm } from '../query/terms.ts';
import { excludedExpression, inActs, inLabels, inText } from './fts-query.ts';

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

/** Which documents hold what. All lists are of rows, in no order that matters. */
export interface Matches {
  /** For each term: anywhere, in heading or names, in the name of an act. */
  terms: [text: number[], labels: number[], acts: number[]][];
  /** Those that hold something excluded. */
  excluded: number[];
  /** Those that hold all quoted phrases; null where there are none. */
  required: number[] | null;
  /** Those whose whole name the query is. */
  named: number[];
  /** Those that the query cites: by themselves, or as sections of a part. */
  cited: [id: number, isOfPart: 0 | 1][];
}

/** @param q the query as it was sent: it may be a name as a whole */
export function matchesStatement(
  terms: readonly QueryTerm[],
  { excluded, citations }: SearchAnalysis,
  q: string,
): Statement {
  const phrases = terms.filter(({ isRequired }) => isRequired).map(inText);
  const holding = (table: string, expression: string) =>
    `(SELECT json_group_array(rowid) FROM ${table} WHERE ${table} MATCH ${expression})`;
  return {
    sql: `SELECT json_object(
      'terms', (SELECT json_group_array(json_array(
        json(${holding('texts', 'value->>0')}),
        json(${holding('labels', 'value->>1')}),
        json(iif(value->>2 IS NULL, '[]', ${holding('acts', 'value->>2')})))) FROM json_each($terms)),
      'excluded', json(iif($excluded IS NULL, '[]', ${holding('texts', '$excluded')})),
      'required', json(iif($required IS NULL, 'null', ${holding('texts', '$required')})),
      'named', (SELECT json_group_array(id) FROM signatures WHERE name = $name),
      'cited', (SELECT json_group_array(json_array(id, is_part)) FROM (
        SELECT citations.id, min(cited.value->>1) AS is_part
        FROM json_each($citations) AS cited CROSS JOIN citations ON citations.key = cited.value->>0
        GROUP BY citations.id)))`,
    parameters: {
      terms: JSON.stringify(terms.map(term => [inText(term), inLabels(term), inActs(term)])),
      name: nameNumber(q),
      excluded: excludedExpression(excluded),
      required: phrases.length === 0 ? null : phrases.map(phrase => `(${phrase})`).join(' AND '),
      citations: JSON.stringify(citations.map(key => [key, citesPart(key)])),
    },
  };
}

/** Those of these rows that the filters leave, as a list; null where there is no filter. */
export function filterStatement(ids: readonly number[], filters: SearchFilters): Statement | null {
  const { conditions, parameters } = filterConditions(filters);
  if (conditions.length === 0) return null;
  return {
    sql: `SELECT json_group_array(a.id) FROM json_each($ids) AS wanted CROSS JOIN attributes a ON a.id = wanted.value
          WHERE ${conditions.join(' AND ')}`,
    parameters: { ids: JSON.stringify(ids), ...parameters },
  };
}

/**
 * `[[facet, value, count], …]`, the values of a facet by count, greatest first. Those of `agency` are lists of agencies, in
 * JSON.
 */
export function countsStatement(ids: readonly number[], facets: readonly FacetName[]): Statement {
  const columns = facets.map(columnOf);
  const counts = facets.map(
    (facet, i) =>
      `SELECT '${facet}' AS facet, ${columns[i]} AS value, count(*) AS count FROM found WHERE ${columns[i]} IS NOT NULL GROUP BY ${columns[i]}`,
  );
  return {
    sql: `WITH found AS MATERIALIZED (SELECT ${columns.map(column => `a.${column}`).join(', ')}
            FROM json_each($ids) AS wanted CROSS JOIN attributes a ON a.id = wanted.value)
          SELECT json_group_array(json_array(facet, value, count))
          FROM (SELECT * FROM (${counts.join(' UNION ALL ')}) ORDER BY count DESC, value)`,
    parameters: { ids: JSON.stringify(ids) },
  };
}

/** These rows in the order of a field; without one those that others cite stand first, then the natural order. */
export function orderStatement(ids: readonly number[], sort: SearchSort | null): Statement {
  return {
    sql: `SELECT json_group_array(id) FROM (
            SELECT a.id FROM json_each($ids) AS wanted CROSS JOIN attributes a ON a.id = wanted.value
              LEFT JOIN reference_counts r ON r.id = a.id
            ORDER BY ${sort ? sortOrder(sort) : 'coalesce(r.cited_by, 0) DESC'}, a.identifier_order, a.identifier)`,
    parameters: { ids: JSON.stringify(ids) },
  };
}

function sortOrder({ field, descending }: SearchSort): string {
  const column =
    { identifier: 'identifier_order', document_number: 'document_number_order' }[field as string] ?? field;
  return `a.${column} IS NULL, a.${column} ${descending ? 'DESC' : 'ASC'}`;
}

const columnOf = (facet: FacetName): string => (facet === 'agency' ? 'agencies' : facet);

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
