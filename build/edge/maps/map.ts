/**
 * The routing rule as chains of maps, which nginx and Caddy both have: a text is looked up in rows, and the result in the next
 * map. Patterns use only what PCRE and RE2 share: no lookaround, no backreferences, no flags. They hold neither quotes nor
 * backslashes except `\x`, so that no printer has to escape them.
 */

/** A pattern for the source, with `$1` to `$9` in the value for its groups. nginx skips patterns for an empty source. */
export interface PatternRow {
  pattern: string;
  value: string;
}

/** A text equal to the source, with `{name}` in the value for variables. */
export interface TextRow {
  text: string;
  value: string;
}

export interface VariableMap {
  name: string;
  /** Text with `{name}` for maps and inputs. */
  source: string;
  /** Texts are tried first, then patterns, in this order. */
  rows: readonly (PatternRow | TextRow)[];
  /** The value if no row matches, with variables; default: empty. */
  otherwise?: string;
}

/** What a server knows before the maps: target and method as received, the decoded path, three headers. */
export const INPUTS = ['target', 'path', 'method', 'accept', 'authorization', 'x_api_key'] as const;

export type Input = (typeof INPUTS)[number];

/** Marks what is wrong or beyond the maps. No valid URL has it behind its path. */
export const BEYOND = '#';

export const row = (pattern: string, value: string): PatternRow => ({ pattern, value });
export const text = (from: string, value: string): TextRow => ({ text: from, value });

export const literally = (plain: string): string => plain.replace(/[.*+?|()[{]/g, '[$&]');

/** The same pattern for letters of either case; classes are kept. */
export const anyCase = (pattern: string): string =>
  pattern.replace(/\[[^\]]*\]|[a-z]/gi, part =>
    part.length > 1 ? part : `[${part.toLowerCase()}${part.toUpperCase()}]`,
  );

/** Characters that no document's name has (build/contract/README.md, Identifiers), and Caddy's wildcards. */
export const IN_NAME = String.raw`[^\x00-\x1f\x7f\x5c:*?[/]`;
export const NAME = `${IN_NAME}+(?:/${IN_NAME}+)*`;
