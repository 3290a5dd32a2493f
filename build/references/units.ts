import { type CodeCitation, SOURCES } from '../contract/sources.ts';

/** What is cited: sections of codes, public laws, acts. */

/** What a document or law has: sections of codes, public laws, acts. */
const UNITS = [
  /^(\/us\/[a-z]+\/t[^/]+(?:\/(?!s\d)[^/]+)*\/s\d[^/]*)(?:\/(.+))?$/,
  /^(\/us\/pl\/\d+\/\d+)(?:\/(.+))?$/,
  /^(\/us\/act\/[^/]+\/[^/]+)(?:\/(.+))?$/,
];

/** Divides the identifier of a paragraph: `/us/usc/t17/s106/a/1` is (a)(1) of `/us/usc/t17/s106`. */
export function cut(identifier: string): [unit: string, pinpoint: readonly string[]] {
  for (const pattern of UNITS) {
    const [, unit, rest] = pattern.exec(identifier) ?? [];
    if (unit !== undefined) return [unit, rest === undefined ? [] : rest.split('/')];
  }
  return [identifier, []];
}

const SECTION = /^(\/us\/[a-z]+\/)t([^/]+)\/s([^/]+)$/;

/** A section of a code. */
export interface Section {
  namespace: string;
  title: string;
  number: string;
  code: CodeCitation;
}

export function sectionOf(unit: string): Section | null {
  const [, namespace = '', title = '', number = ''] = SECTION.exec(unit) ?? [];
  const code = SOURCES.find(source => source.namespace === namespace)?.citation;
  return code?.by === 'section' ? { namespace, title, number, code } : null;
}
