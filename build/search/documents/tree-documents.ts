import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fg from 'fast-glob';
import type { Document } from '../../contract/envelope.ts';
import { documentPath, documentsUrl } from '../../contract/paths.ts';
import { SOURCES } from '../../contract/sources.ts';
import { isOfDocuments } from '../../files/manifest/parts.ts';
import { readPart } from '../../files/manifest/read.ts';
import { MANIFEST, type Part, readRoot } from '../../files/manifest/root.ts';
import { type SearchDocument, toSearchDocument } from './search-document.ts';

/** A document of a finished tree, its content not read yet. */
export interface TreeDocument {
  identifier: string;
  /** Changes exactly when the JSON or the text does. */
  hash: string;
  /** The part of the manifest that lists it, by its path; absent where there is no manifest. */
  part?: string;
  /** The files that hold its JSON and its text; whoever has none reads it otherwise. */
  files?: () => readonly [json: string, text: string];
  /** @throws where a file is missing or is no document */
  read(): SearchDocument;
}

/** What is needed of a file: `Entry` of the build and `ManifestEntry` both have it. */
interface ListedFile {
  /** Relative to the tree. */
  path: string;
  /** Hexadecimal. */
  sha256: string;
  identifier?: string;
}

/**
 * Every document of a tree, in a fixed order, one part of the manifest after the other. Without a manifest every file is read and
 * hashed.
 * @param tree the `dist/` directory (build/contract/README.md, Tree)
 * @param paths of parts: only their documents; all where this is left out
 */
export async function* listTree(tree: string, paths?: ReadonlySet<string>): AsyncGenerator<TreeDocument> {
  const locate = (path: string): string => join(tree, path);
  const parts = documentParts(tree);
  if (!parts) return yield* documentsOf(walk(tree), locate);
  for (const part of parts) {
    if (paths && !paths.has(part.path)) continue;
    for await (const document of documentsOf(readPart(tree, part), locate))
      yield { ...document, part: part.path };
  }
}

/** The parts of a tree's manifest that list documents; null where it has no manifest. @throws ManifestError */
const documentParts = (tree: string): Part[] | null =>
  existsSync(join(tree, MANIFEST)) ? readRoot(tree).parts.filter(({ path }) => isOfDocuments(path)) : null;

/** Digests of these parts, by path; empty where there is no manifest. @throws ManifestError */
export const documentDigests = (tree: string): ReadonlyMap<string, string> =>
  new Map(documentParts(tree)?.map(({ path, sha256 }) => [path, sha256]));

/**
 * The documents among the files of a tree: JSON and text of an identifier together make one.
 * @param locate where the file of a path is read from
 */
export async function* documentsOf(
  files: Iterable<ListedFile> | AsyncIterable<ListedFile>,
  locate: (path: string) => string,
): AsyncGenerator<TreeDocument> {
  // Both files of a document stand close together, so few wait here at a time.
  const waiting = new Map<string, ListedFile>();
  for await (const file of files) {
    const { identifier, path } = file;
    if (identifier === undefined || path.endsWith('.md')) continue;
    const other = waiting.get(identifier);
    if (!other) {
      waiting.set(identifier, file);
      continue;
    }
    waiting.delete(identifier);
    const [json, text] = path.endsWith('.json') ? [file, other] : [other, file];
    yield {
      identifier,
      hash: `${json.sha256}${text.sha256}`,
      files: () => [locate(json.path), locate(text.path)],
      read: () => readDocument(locate(json.path), locate(text.path)),
    };
  }
  const [alone] = waiting.values();
  if (alone) throw new Error(`${alone.path} has no other representation beside it`);
}

/** `_q` holds list pages; `documents.json` is one too, beside the folder that is walked. */
async function* walk(tree: string): AsyncGenerator<ListedFile> {
  for (const source of SOURCES) {
    const folder = documentsUrl(source).slice(1);
    const paths = await fg('**/*.json', { cwd: join(tree, folder), ignore: ['_q/**'], dot: true });
    for (const path of paths.map(path => `${folder}/${path}`).sort()) {
      const json = readFileSync(join(tree, path));
      const { identifier } = parseDocument(json);
      yield { path, sha256: sha256(json), identifier };
      const text = documentPath(source, identifier, 'text');
      yield { path: text, sha256: sha256(readFileSync(join(tree, text))), identifier };
    }
  }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const parseDocument = (json: Buffer): Document => (JSON.parse(json.toString()) as { data: Document }).data;

/** @throws where a file is missing or is no document */
export const readDocument = (json: string, text: string): SearchDocument =>
  toSearchDocument(parseDocument(readFileSync(json)), readFileSync(text, 'utf8'));
