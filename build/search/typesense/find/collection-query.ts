import type { QueryTerm } from '../../query/query-terms.ts';
import { type WeightedTerm, weightOf } from '../../ranking/weight.ts';
import { nameNumber } from '../../text/signature.ts';
import { isFunctionWord } from '../../text/tokens.ts';
import { encodeStem } from '../lexicon-format.ts';
import { type CollectionWords, stemsOfTerm } from './collection-words.ts';
import { and, type Condition, condition, type Formula, type Item, or } from './formula.ts';

export interface CollectionQuery {
  terms: readonly WeightedTerm[];
  items: readonly Item[];
  /** Items that order documents: a subset of `items` in the terms of an order. */
  inOrder: readonly Item[];
  /** The `name` of records that the whole query names. */
  name: number;
  /** Approximate number of documents that hold the most frequent term. */
  mostHolding: number;
  /** A phrase has a word that no document holds. */
  isImpossible: boolean;
  /** Function words of a query that has no others; all are required. */
  demanded: readonly string[];
}

/** Each costs the server time; the most frequent come first. */
const MOST_TEXTS = 20;
const MOST_NAMED = 10;
/** Most words of a term in the order: lists are not allowed there, so each is a condition. */
const MOST_IN_ORDER = 5;

/** @param terms of the query @param q its text, which may equal a whole name */
export function collectionQueryOf(
  terms: readonly QueryTerm[],
  q: string,
  words: CollectionWords,
): CollectionQuery {
  const isDemanded = ({ text, isRequired }: QueryTerm) => !isRequired && isFunctionWord(text);
  const weighted = terms
    .filter(term => !isDemanded(term) && (term.isRequired || textsOf(term).length > 0))
    .map(term => ({
      term,
      weight: weightOf(term, words.documents, holding(term, words), labelled(term, words)),
    }))
    .filter(({ term, weight }) => weight > 0 || term.isRequired);
  return {
    terms: weighted,
    items: weighted.map(({ term, weight }) => ({ weight, text: textOf(term, words), label: null })),
    inOrder: weighted.map(({ term, weight }) => itemInOrder(term, weight)),
    mostHolding: Math.max(0, ...weighted.map(({ term }) => holding(term, words))),
    isImpossible: terms.some(term => term.isRequired && holding(term, words) === 0),
    name: nameNumber(q),
    demanded: terms.filter(isDemanded).map(({ text }) => text),
  };
}

function holding(term: QueryTerm, words: CollectionWords): number {
  const texts = textsOf(term);
  return texts.length === 0 ? words.documents : words.holding(texts);
}

/** Estimates the documents that hold the term in heading or names. */
const labelled = (term: QueryTerm, words: CollectionWords): number => words.labelled(textsOf(term));

export function textsOf(term: QueryTerm): string[][] {
  const all = stemsOfTerm(term)
    .filter(stems => stems.length > 0)
    .slice(0, MOST_TEXTS);
  return [...new Map(all.map(stems => [stems.join(' '), stems])).values()];
}

/** Returns the stems that match a term only in a heading; a collection finds them in names too. */
export const kinOf = ({ variants }: QueryTerm): string[] =>
  variants.filter(({ kind }) => kind === 'kin').flatMap(({ words }) => words);

/** Phrases are searched by the query's text, so that all found documents hold them. */
function textOf(term: QueryTerm, words: CollectionWords): Formula | null {
  if (term.isRequired) return null;
  const texts = textsOf(term);
  const named = words.documentsOfActs(texts);
  const ofActs = named.length > 0 && named.length <= MOST_NAMED ? listed('document:=', named) : false;
  const inLabels = anyOf(
    'labels',
    kinOf(term).map(stem => [encodeStem(stem)]),
  );
  return formulaIn(or(or(anyOf('stems', texts), inLabels), ofActs));
}

function itemInOrder(term: QueryTerm, weight: number): Item {
  const texts = textsOf(term).slice(0, MOST_IN_ORDER);
  const any = (field: string): Condition =>
    texts.reduce<Condition>((any, stems) => or(any, all(field, stems)), false);
  return {
    weight,
    text: term.isRequired ? null : formulaIn(any('stems')),
    label: formulaIn(any('labels')),
  };
}

const formulaIn = (condition: Condition): Formula | null =>
  typeof condition === 'boolean' ? null : condition;

function anyOf(field: string, texts: readonly string[][]): Condition {
  const single = texts.filter(stems => stems.length === 1).flat();
  const several = texts.filter(stems => stems.length > 1);
  const words = single.length === 0 ? false : listed(`${field}:`, single);
  return several.reduce<Condition>((any, stems) => or(any, all(field, stems)), words);
}

const listed = (start: string, values: readonly string[]): Condition =>
  condition(values.length === 1 ? `${start}${values[0]}` : `${start}[${values.join(',')}]`);

const all = (field: string, stems: readonly string[]): Condition =>
  stems.reduce<Condition>((every, stem) => and(every, condition(`${field}:${stem}`)), true);
