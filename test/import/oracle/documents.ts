import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { load } from 'js-yaml';

/** A file of a corpus, read without the importer. */
export interface CorpusFile {
  /** Relative to the corpus. */
  path: string;
  /** False for the own text of a level. */
  isUnit: boolean;
  identifier: string;
  data: Record<string, unknown>;
  body: string;
}

const HEAD = /^---\n([\s\S]*?)\n---\n/;

/** All documents and levels of a corpus below a folder, by path. */
export function corpusFiles(corpus: string, folder = ''): CorpusFile[] {
  const directory = join(corpus, folder);
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(file => {
      const content = readFileSync(file, 'utf8');
      const head = HEAD.exec(content);
      if (!head) throw new Error(`${file} has no frontmatter`);
      const data = load(head[1]!) as Record<string, unknown>;
      return {
        path: relative(corpus, file),
        isUnit: !/(?:^|\/)_level(?:-[^/]*)?\.md$/.test(file),
        identifier: String(data.identifier ?? ''),
        data,
        body: content.slice(head[0].length).replace(/^\n/, ''),
      };
    });
}

/** The API's data of one document in a tree. */
export interface ApiDocument {
  identifier: string;
  metadata: Record<string, unknown>;
  text: string;
}

/** All documents of a source in a tree, by identifier. */
export function apiDocuments(tree: string, source: string): Map<string, ApiDocument> {
  const folder = join(tree, 'api', source, 'documents');
  const found = new Map<string, ApiDocument>();
  if (!existsSync(folder)) return found;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.json') || /^_q|\/references(?:\.json|\/_q)/.test(name)) continue;
    const { data } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { data: ApiDocument };
    if (typeof data.identifier !== 'string') continue;
    const text = readFileSync(join(folder, name.replace(/json$/, 'txt')), 'utf8');
    found.set(data.identifier, { identifier: data.identifier, metadata: data.metadata, text });
  }
  return found;
}
