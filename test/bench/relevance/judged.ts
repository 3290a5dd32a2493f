import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Grade, Grades } from './metrics.ts';

/** What the ranking is developed with, and what is only ever measured. */
export const PARTS = ['develop', 'measured'] as const;

/** What is hard about a query: see README.md beside this module. */
export const KINDS = [
  'topic',
  'extra',
  'form',
  'name',
  'abbreviation',
  'distinguish',
  'question',
  'authority',
  'typo',
  'prefix',
] as const;

export type Part = (typeof PARTS)[number];
export type Kind = (typeof KINDS)[number];

/** A query of the judged set. */
export interface JudgedQuery {
  /** The kind and its number in order of writing, such as `topic-07`. */
  id: string;
  part: Part;
  kind: Kind;
  query: string;
  grades: Grades;
}

const FILE = fileURLToPath(new URL('./queries.ndjson', import.meta.url));

/** The whole judged set, in the order of its file. */
export const judgedQueries = (): JudgedQuery[] => parseJudged(readFileSync(FILE, 'utf8'));

/**
 * @param text a line of JSON for each query: `{id, part, kind, query, answers: {grade: [identifier]}}`
 * @throws at the first line that is no such query, with its number
 */
export function parseJudged(text: string): JudgedQuery[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('The last line does not end');
  return lines.map((line, i) => {
    try {
      return toQuery(JSON.parse(line));
    } catch (error) {
      throw new Error(`Line ${i + 1}: ${(error as Error).message}`);
    }
  });
}

function toQuery(line: Record<string, unknown>): JudgedQuery {
  const { id, part, kind, query, answers, ...rest } = line;
  if (Object.keys(rest).length > 0) throw new Error(`${Object.keys(rest)} is no field of a query`);
  if (typeof query !== 'string' || query !== query.trim() || query === '')
    throw new Error('There is no query');
  const known = KINDS.find(candidate => candidate === kind);
  if (!known) throw new Error(`${kind} is no kind`);
  if (typeof id !== 'string' || !new RegExp(`^${known}-\\d\\d$`).test(id)) throw new Error(`${id} is no id`);
  const knownPart = PARTS.find(candidate => candidate === part);
  if (!knownPart) throw new Error(`${part} is no part`);
  return { id, part: knownPart, kind: known, query, grades: toGrades(answers) };
}

function toGrades(answers: unknown): Grades {
  const grades = new Map<string, Grade>();
  for (const [key, identifiers] of Object.entries(answers ?? {})) {
    const grade = ([3, 2, 1] as const).find(candidate => String(candidate) === key);
    if (!grade || !Array.isArray(identifiers)) throw new Error(`${key} is no grade with identifiers`);
    for (const identifier of identifiers) {
      if (!/^\/us\/(usc|cfr|fr)\/./.test(identifier)) throw new Error(`${identifier} is no identifier`);
      if (grades.has(identifier)) throw new Error(`${identifier} is judged twice`);
      grades.set(identifier, grade);
    }
  }
  if (!Array.from(grades.values()).includes(3)) throw new Error('No document is meant');
  return grades;
}
