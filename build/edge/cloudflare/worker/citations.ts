import { orderName } from '../../../contract/citations/orders.ts';
import { citedText } from '../../../contract/citations/request.ts';
import {
  type CitedCorpus,
  type CitedDocument,
  resolveCitations,
} from '../../../contract/citations/resolve.ts';
import { writtenCitations } from '../../../contract/citations/written.ts';
import { resourceBody } from '../../../contract/envelope.ts';
import { ApiError } from '../../../contract/errors.ts';
import { identifierProblem } from '../../../contract/identifier.ts';
import { levelUrl } from '../../../contract/levels.ts';
import { readParams } from '../../../contract/params.ts';
import { citationsUrl, documentPath, documentUrl, pathOf, statsUrl } from '../../../contract/paths.ts';
import type { RequestedByPath } from '../../../contract/routing/routes.ts';
import { readTarget } from '../../../contract/routing/target.ts';
import { documentMetadata, SUBJECT_BYTES } from '../../../contract/site-head.ts';
import { type Source, sourceOfIdentifier } from '../../../contract/sources.ts';
import { ERRORS } from '../../errors.ts';
import { errorAnswer, fileAnswer } from './answers.ts';
import type { WorkerRequest } from './request.ts';
import { type Tree, type TreeFile, textOf } from './tree.ts';

/** Citations in a text, looked up in the files of the tree, where no shim has the catalog. */

/** Look-ups of one answer. A Worker may make fifty requests. */
const MOST_FILES = 40;

export async function citationsAnswer(
  request: WorkerRequest,
  requested: RequestedByPath,
  tree: Tree,
): Promise<Response> {
  try {
    const text = citedText(readParams(readTarget(request.target).search));
    const stats = await tree.file(pathOf(statsUrl), 'overview');
    if (!stats) throw ERRORS.alone;
    const file = await tree.made(
      pathOf(citationsUrl),
      `${citationsUrl}?q=${encodeURIComponent(text)}&stats=${encodeURIComponent(stats.etag)}`,
      'list',
      async () => {
        const { meta } = JSON.parse(await textOf(stats)) as { meta: { timestamp: string } };
        const data = await resolveCitations(writtenCitations(text), new TreeCorpus(tree));
        return resourceBody(data, meta.timestamp).json;
      },
    );
    return await fileAnswer(request, { requested, policy: 'list' }, file);
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error, requested.resource);
    throw error;
  }
}

class TreeCorpus implements CitedCorpus {
  readonly #tree: Tree;
  #reads = 0;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** @throws ApiError for an executive order: no file tells which document holds it */
  async documents(identifier: string): Promise<CitedDocument[]> {
    if (orderName(identifier) !== null) throw ERRORS.alone;
    const source = sourceOfIdentifier(identifier);
    if (!source) return [];
    for (const spelling of spellingsOf(identifier)) {
      const found = await this.#document(source, spelling);
      if (!found) continue;
      const duplicate = await this.#document(source, `${found.identifier}~2`);
      return duplicate ? [found, duplicate] : [found];
    }
    return [];
  }

  /** No file tells the pages of documents. @throws ApiError */
  documentsOnPage(): never {
    throw ERRORS.alone;
  }

  /** No file tells the names of acts, and words that may be a name count only if they are one. */
  documentsNamed(): CitedDocument[] {
    return [];
  }

  /** Files tell which titles have documents, but not which parts. @throws ApiError for a part */
  async hasLevel(identifier: string): Promise<boolean> {
    const source = sourceOfIdentifier(identifier);
    const [, title, rest] = /\/t(\d+)(\/.*)?$/.exec(identifier) ?? [];
    if (!source || title === undefined) return false;
    const file = await this.#file(pathOf(levelUrl(source, Number(title))));
    if (file && rest !== undefined) throw ERRORS.alone;
    return file !== null;
  }

  async #document(source: Source, identifier: string): Promise<CitedDocument | null> {
    if (identifierProblem(source, identifier) !== null) return null;
    const file = await this.#file(documentPath(source, identifier, 'json'));
    if (!file) return null;
    const range = file.bytes > SUBJECT_BYTES ? { first: 0, last: SUBJECT_BYTES - 1 } : null;
    const metadata = documentMetadata(await new Response(await file.open(range)).text());
    const own = typeof metadata.identifier === 'string' ? metadata.identifier : identifier;
    const title = metadata.display_title;
    return {
      identifier: own,
      url: documentUrl(source, own),
      display_title: typeof title === 'string' ? title : null,
    };
  }

  #file(path: string): Promise<TreeFile | null> {
    if (++this.#reads > MOST_FILES) throw ERRORS.alone;
    return this.#tree.file(path, 'document');
  }
}

/** Citations often have other dashes and letters than the law. */
function spellingsOf(identifier: string): string[] {
  const lettered = (change: (section: string) => string): string =>
    identifier.replace(/(?<=\/s)\d[^/]*$/, change);
  const spellings = [identifier, lettered(one => one.toUpperCase()), lettered(one => one.toLowerCase())];
  return [...new Set(spellings.flatMap(one => [one, one.replaceAll('-', '–')]))];
}
