import fs from 'node:fs';
import { isDate } from '../../contract/dates.ts';
import type { Sidecars } from '../schema.ts';
import type { Input } from './inputs.ts';

/** The metadata of a whole issue of the Federal Register take some megabytes. */
const LARGEST = 64 * 2 ** 20;

/**
 * Reads the files beside an XML file: `<name>.json` with its metadata, and `<file>.fetched.json` with the day of its edition.
 * @returns also the bytes that show whether the metadata changed
 * @throws if a file exists and is no JSON: metadata are never ignored silently
 */
export function sidecarsOf({ file, entry }: Input): { sidecars: Sidecars; bytes: Buffer } {
  const metadata = entry === null ? readJson(file.replace(/\.xml$/i, '.json')) : null;
  const day = fetchedDay(`${file}.fetched.json`);
  return {
    sidecars: {
      name: entry ?? file,
      day,
      metadata: metadata?.value ?? null,
    },
    bytes: metadata?.bytes ?? Buffer.alloc(0),
  };
}

/** @returns null if missing or unreadable: the file itself may tell its day */
function fetchedDay(file: string): string | null {
  try {
    const { edition } = (readJson(file)?.value ?? {}) as { edition?: { day?: unknown } | null };
    return typeof edition?.day === 'string' && isDate(edition.day) ? edition.day : null;
  } catch {
    return null;
  }
}

function readJson(file: string): { value: object; bytes: Buffer } | null {
  const stats = file.endsWith('.json') ? fs.statSync(file, { throwIfNoEntry: false }) : undefined;
  if (!stats?.isFile()) return null;
  if (stats.size > LARGEST) throw new Error(`${file} is larger than ${LARGEST} bytes`);
  const bytes = fs.readFileSync(file);
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null) return { value, bytes };
  } catch {}
  throw new Error(`${file} is no JSON`);
}
