/**
 * The routing rule as chains of maps: text is looked up in rows, and what it becomes is looked up in the next map. nginx and Caddy
 * both have such maps, and the maps here are printed for either. Patterns keep to what PCRE and RE2 have in common: no looking
 * around, no references back, no flags; and they hold neither quotes nor backslashes but `\x`, so that no printer has to escape them.
 */

/** Where a pattern matches the source (nginx tries none on an empty one), the value's `$1` to `$9` are its groups. */
export interface PatternRow {
  pattern: string;
  value: string;
}

/** Where the source is this text, the value's `{name}` are variables. */
export interface TextRow {
  text: string;
  value: string;
}

export interface VariableMap {
  /** The variable that it makes. */
  name: string;
  /** Text with `{name}` for variables: those of maps, and the inputs. */
  source: string;
  /** Texts are looked at first, then patterns, in this order. */
  rows: readonly (PatternRow | TextRow)[];
  /** Where no row fits; with variables, empty if left out. */
  otherwise?: string;
}

/** What a server knows of a request before the maps: target and method as they came, the path decoded, three headers. */
export const INPUTS = ['target', 'path', 'method', 'accept', 'authorization', 'x_api_key'] as const;

export type Input = (typeof INPUTS)[number];

/** Stands for what is wrong, or beyond the maps. No valid URL holds it behind its path. */
export const BEYOND = '#';

export const row = (pattern: string, value: string): PatternRow => ({ pattern, value });
export const text = (from: string, value: string): TextRow => ({ text: from, value });

/** A pattern for these characters themselves. */
export const literally = (plain: string): string => plain.replace(/[.*+?|()[{]/g, '[$&]');

/** The same pattern for letters of either case; classes are left as they are. */
export const anyCase = (pattern: string): string =>
  pattern.replace(/\[[^\]]*\]|[a-z]/gi, part =>
    part.length > 1 ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`,
  );

/** Characters that no document has in its name (build/contract/README.md, Identifiers), and those that Caddy takes for patterns. */
export const IN_NAME = String.raw`[^\x00-\x1f\x7f\x5c:*?[/]`;
export const NAME = `${IN_NAME}+(?:/${IN_NAME}+)*`;
