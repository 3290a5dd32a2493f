import fs from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import type { ChangedDocument, ChangesEntry } from '../../build/contract/changes.ts';
import { CHANGES_INDEX } from '../../build/contract/paths.ts';
import { documentOfFile } from '../../build/files/document-file.ts';
import { readManifest } from '../../build/files/manifest/read.ts';
import { readRoot } from '../../build/files/manifest/root.ts';

type Etags = Record<string, string>;

/** The documents that a tree's manifest lists, without aliases, with their ETags by representation. */
export async function documentsIn(dist: string): Promise<Map<string, Etags>> {
  const documents = new Map<string, Etags>();
  for await (const { path: file, etag, identifier } of readManifest(dist)) {
    const found = documentOfFile(file);
    if (!found || found.identifier !== identifier) continue;
    const etags = documents.get(found.identifier) ?? {};
    documents.set(found.identifier, { ...etags, [found.representation]: etag });
  }
  return documents;
}

/** Somebody who holds a copy of the documents, and keeps it up by what the history tells. */
export class Follower {
  documents = new Map<string, Etags>();
  number = 0;
  build = '';

  /** Takes the whole tree. @param newest of the index, asked for before that */
  async takeWhole(dist: string, { number, build }: Pick<ChangesEntry, 'number' | 'build'>): Promise<void> {
    this.documents = await documentsIn(dist);
    this.goOnFrom({ number, build });
  }

  apply(changes: Iterable<ChangedDocument>): void {
    for (const { identifier, change, etag } of changes) {
      if (change === 'removed') this.documents.delete(identifier);
      else this.documents.set(identifier, etag as Etags);
    }
  }

  goOnFrom({ number, build }: Pick<ChangesEntry, 'number' | 'build'>): void {
    [this.number, this.build] = [number, build];
  }

  async assertHas(dist: string, message: string): Promise<void> {
    const expected = await documentsIn(dist);
    const sorted = (documents: Map<string, Etags>) => [...documents].sort(([a], [b]) => (a < b ? -1 : 1));
    assert.equal(sorted(this.documents), sorted(expected), message);
    assert.is(this.build, readRoot(dist).build, message);
  }
}

export const indexIn = (dist: string): ChangesEntry[] =>
  JSON.parse(fs.readFileSync(path.join(dist, CHANGES_INDEX), 'utf8')).data;

export const linesIn = (text: string): ChangedDocument[] =>
  text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line));

export const listIn = (dist: string, { path: list }: ChangesEntry): ChangedDocument[] =>
  linesIn(fs.readFileSync(path.join(dist, list), 'utf8'));
