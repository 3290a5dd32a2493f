import { isShorthandForm } from '../levels.ts';
import type { CitationKind } from '../search.ts';
import { SOURCES, type Source, sourceOfIdentifier } from '../sources.ts';
import { codeOfNumber } from './grammar.ts';
import { type Found, reading } from './readings.ts';

const CANONICAL = new RegExp(
  `(?<![\\w/.])(?:${SOURCES.map(({ namespace }) => namespace).join('|')})[^\\s"'“”‘’<>(),;]*[^\\s"'“”‘’<>(),;:.?!]`,
  'gi',
);
const SHORTHAND = /(?<![\w/.-])t\d{1,3}[a-z]?\/(?:[\w.~-]+\/)*[\w.~-]*[\w~]/gi;

/** `/us/usc/t17/s106` and `t17/s106`, which may be of several sources. */
export function* identifiersIn(text: string): Iterable<Found> {
  for (const match of text.matchAll(CANONICAL)) yield ofIdentifier(match.index, match[0]);
  for (const match of text.matchAll(SHORTHAND)) yield ofIdentifier(match.index, match[0]);
}

/** Reads a text that is one identifier with spaces: `/us/usc/t45/s65, 66`. */
export function wholeIdentifier(text: string): Found | null {
  const path = text.trim();
  if (!path.includes(' ') || !/^\/?(?:us\/|t\d)/i.test(path) || [...identifiersIn(path)].length !== 1)
    return null;
  const isIdentifier = SOURCES.some(
    source => path.toLowerCase().startsWith(source.namespace) || isShorthandForm(source, path),
  );
  // In prose other words follow the identifier.
  return isIdentifier && /^\S+(?:(?:,| to| and| \S*\d\S*)* \S*\d\S*)+$/.test(path)
    ? ofIdentifier(text.indexOf(path), path)
    : null;
}

function ofIdentifier(at: number, written: string): Found {
  const named = sourceOfIdentifier(written.toLowerCase());
  const likely = codeOfNumber(false, written.replace(/^.*\/s/i, '').includes('.'));
  const possible = SOURCES.filter(source => isShorthandForm(source, written));
  const sources = named ? [] : possible.sort((a, b) => rank(a) - rank(b));
  function rank({ citation }: Source): number {
    return citation === likely ? 0 : 1;
  }
  const identifiers = named
    ? [named.namespace + written.slice(named.namespace.length)]
    : sources.map(({ namespace }) => namespace + written);
  const kind = named?.citation?.by === 'page' ? 'document' : kindOf(written);
  return { at, end: at + written.length, isCertain: true, readings: [reading(kind, identifiers)] };
}

/** Returns the kind that the last piece of an identifier of a code tells. */
function kindOf(written: string): CitationKind {
  const last = written.slice(written.lastIndexOf('/') + 1);
  if (/^(?:app|table)/i.test(last)) return 'appendix';
  if (/^rule/i.test(last)) return 'rule';
  if (/reorgPlan\//i.test(written)) return 'plan';
  return /^(?:(?:t|p|ch|sch)[\divxl]|sp[a-z\d])/i.test(last) ? 'part' : 'section';
}
