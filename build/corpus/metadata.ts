import { identifierProblem } from '../contract/identifier.ts';
import { outerLevel } from '../contract/levels.ts';
import { GRANULARITIES } from '../contract/sources/entry.ts';
import { type Metadata, type MetadataValue, SOURCES, type Source } from '../contract/sources.ts';
import { CONVERSIONS, type Conversion, isBlank, VERBATIM } from './conversions.ts';
import { type Problem, printable } from './problems.ts';
import type { Mapping } from './sources/entry.ts';
import { corpusOf } from './sources.ts';

interface Field extends Mapping {
  name: string;
  key: string;
  conversion: Conversion;
  required: (path: string) => boolean;
  /** Tells why a value of the right type is still wrong; null where it is right. */
  check: (value: MetadataValue) => string | null;
}

/** By source, everything that the tables say of each field, in the order of the response. */
const FIELDS = new Map(SOURCES.map(source => [source.id, fieldsOf(source)]));

/**
 * Reads the metadata of a document: every field of its source, null or an empty list where the file has no value.
 * @param path relative to the corpus directory; it tells numbers that the frontmatter may lack
 * @param data the frontmatter, scalars as strings
 * @returns the problems of all fields; the metadata counts only where there are none
 */
export function readMetadata(
  source: Source,
  path: string,
  data: Readonly<Record<string, unknown>>,
): { metadata: Metadata; problems: Problem[] } {
  const metadata: Metadata = {};
  const problems: Problem[] = [];
  for (const field of FIELDS.get(source.id) ?? []) {
    const raw = rawValue(field, data, path);
    const value = isBlank(raw) ? field.conversion.none : field.conversion.convert(raw);
    const reason = problemOf(field, path, raw, value);
    if (reason !== null) problems.push({ path, field: field.key, reason });
    metadata[field.name] = value ?? null;
  }
  return { metadata, problems };
}

function rawValue(field: Field, data: Readonly<Record<string, unknown>>, path: string): unknown {
  const raw = data[field.key];
  if (isBlank(raw)) return field.otherwise?.(data, path);
  if (typeof raw !== 'string') return raw;
  if (field.ignore?.test(raw)) return null;
  return field.amend ? field.amend(raw, data, path) : raw;
}

function problemOf(
  field: Field,
  path: string,
  raw: unknown,
  value: MetadataValue | undefined,
): string | null {
  if (value === undefined) return `must be ${field.conversion.expected}, but is ${describe(raw)}`;
  if (value === null) return field.required(path) ? 'is missing' : null;
  return field.check(value);
}

function fieldsOf(source: Source): Field[] {
  const required = new Set(['identifier', 'source', ...source.required]);
  return Object.entries(source.metadata).map(([name, type]) => {
    const mapping: Mapping = corpusOf(source.id).mappings[name] ?? {};
    return {
      ...(name === 'granularity' && { otherwise: () => source.granularity }),
      ...mapping,
      name,
      key: mapping.key ?? name,
      conversion: name === 'identifier' ? VERBATIM : CONVERSIONS[type],
      required: mapping.required ?? (() => required.has(name)),
      check: checkOf(source, name),
    };
  });
}

function checkOf(source: Source, name: string): Field['check'] {
  if (name === 'identifier') return value => identifierProblem(source, String(value));
  if (name === 'granularity') return oneOf(GRANULARITIES);
  if (name === 'source') return oneOf([source.id], ', as its folder says');
  const level = outerLevel(source);
  const last = level.official.length;
  if (name === level.field && last > 0) {
    return value =>
      Number(value) >= 1 && Number(value) <= last
        ? null
        : `must be an official ${level.name}, 1 to ${last}, but is ${value}`;
  }
  const values = source.filters.find(filter => filter.field === name)?.values;
  return values ? oneOf(values) : () => null;
}

function oneOf(allowed: readonly string[], why = ''): Field['check'] {
  return value =>
    allowed.includes(String(value)) ? null : `must be ${allowed.join(', ')}${why}, but is ${describe(value)}`;
}

/** Describes a frontmatter value for a message. Lists are not walked: aliases may make them endless. */
function describe(raw: unknown): string {
  if (typeof raw === 'string') return `"${printable(raw)}"`;
  return Array.isArray(raw) ? 'a list' : 'a mapping';
}
