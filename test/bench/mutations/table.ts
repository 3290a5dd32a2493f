import { readdirSync, readFileSync } from 'node:fs';

/** A fault, made by replacing a text that its file holds once. */
export interface Mutation {
  /** The table and its line, counted from 1. */
  place: string;
  /** Relative to the project. */
  file: string;
  find: string;
  replace: string;
  /** Regular expression for the paths of the test files that must notice. */
  tests: string;
  /** What is wrong then. */
  breaks: string;
}

/** The first is of the whole project, each other one of a room. */
export const TABLES = [
  'table.txt',
  ...readdirSync(new URL('./rooms', import.meta.url))
    .sort()
    .map(name => `rooms/${name}`),
];

/**
 * A table has a line for each fact, told by its first character: `@ file tests` for the mutations that follow, and of each
 * mutation `# what it breaks`, `- text`, `+ text in its place`; `? tests` before the texts names other tests for this one. Where a text has ⏎, a line ends, and the next begins behind its spaces.
 *
 * @throws where a line is of none of these kinds
 */
export function readTable(table: string): Mutation[] {
  const text = readFileSync(new URL(table, import.meta.url), 'utf8');
  const mutations: Mutation[] = [];
  let [file, tests, own, breaks, find] = ['', '', '', '', ''];
  for (const [i, row] of text.split('\n').entries()) {
    const [kind, rest] = [row.slice(0, 2), row.slice(2)];
    if (kind === '@ ') [file = '', tests = ''] = rest.split(' ');
    else if (kind === '# ') [breaks, own] = [rest, tests];
    else if (kind === '? ') own = rest;
    else if (kind === '- ') find = rest;
    else if (kind === '+ ' || row === '+')
      mutations.push({ place: `${table}:${i + 1}`, file, find, replace: rest, tests: own, breaks });
    else if (row !== '') throw new Error(`${table}:${i + 1} has no known kind`);
  }
  return mutations;
}

/** @throws Error where the text to find is not there once, or is replaced by itself */
export function mutate(text: string, { find, replace }: Pick<Mutation, 'find' | 'replace'>): string {
  const sought = new RegExp(find.split('⏎').map(escaped).join('\n *'));
  const parts = text.split(sought);
  if (parts.length !== 2) throw new Error(`The text that it replaces is there ${parts.length - 1} times.`);
  if (find === replace) throw new Error('It replaces a text by itself.');
  return parts.join(replace.replaceAll('⏎', '\n'));
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
