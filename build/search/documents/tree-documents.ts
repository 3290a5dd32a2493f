import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fg from 'fast-glob';
import type { Document } from '../../contract/envelope.ts';
import { BEHIND_IDENTIFIERS } from '../../contract/identifier.ts';
import { documentPath, documentsUrl, REPRESENTATIONS } from '../../contract/paths.ts';
import { citedByCount, referencesBeside } from '../../contract/references.ts';
import { SOURCES } from '../../contract/sources.ts';
import { isOfDocuments, partName, partOfReferences, partPath } from '../../files/manifest/parts.ts';
import { readPart } from '../../files/manifest/read.ts';
import { MANIFEST, type Part, readRoot } from '../../files/manifest/root.ts';
import { type SearchDocument, toSearchDocument } from './search-document.ts';

/** A document of a finished tree. `read` reads its content. */
export interface TreeDocument {
  identifier: string;
  /** Changes exactly when the JSON, the text, or the number of those that cite it changes. That is looked up when it is first asked for. */
  readonly hash: string;
  part?: string;
  /** The files of the JSON and the text, if the document is stored in files, and how many cite it. */
  files?: () => DocumentFiles;
  /** Those files, and the one with its references, which may be absent. */
  paths?: () => readonly string[];
  /** @throws if a file is missing or is no document */
  read(): SearchDocument;
}

export type DocumentFiles = readonly [json: string, text: string, citedBy: number];

interface ListedFile {
  path: string;
  sha256: string;
  identifier?: string;
}

/**
 * Yields every document of a tree in a fixed order, one manifest part after the other. Without a manifest it reads and hashes
 * every file.
 * @param tree the `dist/` directory (build/contract/README.md, Tree)
 * @param paths of the parts to list; all if omitted
 */
export async function* listTree(tree: string, paths?: ReadonlySet<string>): AsyncGenerator<TreeDocument> {
  const locate = (path: string): string => join(tree, path);
  const parts = documentParts(tree);
  if (!parts) return yield* documentsOf(walk(tree), locate);
  for (const part of parts) {
    if (paths && !paths.has(part.path)) continue;
    for await (const document of documentsOf(readPart(tree, part), locate))
      yield Object.assign(document, { part: part.path });
  }
}

/** Returns the manifest parts that list documents; null without a manifest. @throws ManifestError */
const documentParts = (tree: string): Part[] | null =>
  existsSync(join(tree, MANIFEST)) ? readRoot(tree).parts.filter(({ path }) => isOfDocuments(path)) : null;

/** Returns how many documents the manifest's parts list; 0 without a manifest. @param paths of the parts; all if omitted @throws ManifestError */
export const countDocuments = (tree: string, paths?: ReadonlySet<string>): number =>
  (documentParts(tree) ?? [])
    .filter(({ path }) => !paths || paths.has(path))
    .reduce((sum, { files }) => sum + files / FILES, 0);

/** Each document has a file for each representation. */
const FILES = Object.keys(REPRESENTATIONS).length;

/**
 * Returns the digests of these parts by path, each with that of the references of its documents; empty without a manifest.
 * @throws ManifestError
 */
export function documentDigests(tree: string): ReadonlyMap<string, string> {
  const parts = documentParts(tree);
  if (!parts) return new Map();
  const digests = new Map(readRoot(tree).parts.map(({ path, sha256 }) => [path, sha256]));
  const ofReferences = (path: string): string =>
    digests.get(partPath(partOfReferences(partName(path)))) ?? '';
  return new Map(parts.map(({ path, sha256 }) => [path, `${sha256}${ofReferences(path)}`]));
}

/**
 * Pairs the JSON and the text of each identifier into a document.
 * @param locate returns the file that holds a path @param citedBy tells how many cite a document, by the path of its JSON
 */
export async function* documentsOf(
  files: Iterable<ListedFile> | AsyncIterable<ListedFile>,
  locate: (path: string) => string,
  citedBy = (json: string): number => citedByIn(locate(referencesBeside(json))),
): AsyncGenerator<TreeDocument> {
  // Both files of a document are close together, so few entries wait here.
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
    let known: number | null = null;
    const count = (): number => (known ??= citedBy(json.path));
    const files = (): DocumentFiles => [locate(json.path), locate(text.path), count()];
    yield {
      identifier,
      get hash() {
        return `${json.sha256}${text.sha256}${count() || ''}`;
      },
      files,
      paths: () => [json.path, text.path, referencesBeside(json.path)].map(locate),
      read: () => readDocument(files()),
    };
  }
  const [alone] = waiting.values();
  if (alone) throw new Error(`${alone.path} has no other representation beside it`);
}

/** `_q` holds list pages. `documents.json` is a list page too, beside the folder of documents. */
async function* walk(tree: string): AsyncGenerator<ListedFile> {
  for (const source of SOURCES) {
    const folder = documentsUrl(source).slice(1);
    const paths = await fg('**/*.json', {
      cwd: join(tree, folder),
      ignore: ['_q/**', ...BEHIND_IDENTIFIERS.flatMap(name => [`**/${name}.json`, `**/${name}/**`])],
      dot: true,
    });
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

/** @throws if a file is missing or is no document */
export const readDocument = ([json, text, citedBy]: DocumentFiles): SearchDocument =>
  toSearchDocument(parseDocument(readFileSync(json)), readFileSync(text, 'utf8'), citedBy);

/** @param file with the references of a document, which may have none */
const citedByIn = (file: string): number => (existsSync(file) ? citedByCount(readFileSync(file, 'utf8')) : 0);
