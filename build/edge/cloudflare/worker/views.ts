import { type ApiError, noSuchEndpoint } from '../../../contract/errors.ts';
import { etagOfDigest } from '../../../contract/etag.ts';
import { KEYED_CACHE_CONTROL, missingPageHeaders, viewHeaders } from '../../../contract/headers.ts';
import { pastOfView } from '../../../contract/past-of-view.ts';
import type { RoutedResource, ViewRoute } from '../../../contract/routing/routes.ts';
import { filledShell, headOf, MISSING_HEAD, SUBJECT_BYTES } from '../../../contract/site-head.ts';
import { SHELL } from '../../../contract/site-paths.ts';
import { type PageText, TEXT_BYTES, textFileOf, textUrlOf, withText } from '../../../contract/site-text.ts';
import { errorAnswer, isNotModified } from './answers.ts';
import type { WorkerRequest } from './request.ts';
import type { Tree, TreeFile } from './tree.ts';

/** The pages of the site (build/contract/README.md, Site), as the shim answers them. */

export async function viewAnswer(request: WorkerRequest, tree: Tree, route: ViewRoute): Promise<Response> {
  const shell = await shellOf(tree);
  if (shell === null) return errorAnswer(noSuchEndpoint(), 'view');
  const { place, subject, loads } = route;
  const past = pastOfView(route);
  const file = subject === null ? null : await tree.file(subject, 'document');
  const isGone = file === null && subject !== null;
  if (isGone && !(past && (await tree.file(past.lists, 'hierarchy')))) return missingPage(request, shell);
  const head = headOf(place, file && (await beginning(file, SUBJECT_BYTES)), past);
  const text = past ? null : await textOf(tree, route);
  const filled = filledShell(shell, head, past ? { ...loads, target: past.target } : loads);
  const html = text && head ? withText(filled, head.title, text) : filled;
  const bytes = new TextEncoder().encode(html);
  const etag = etagOfDigest(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const headers: Record<string, string> = { ...viewHeaders(subject), etag };
  if (request.presentsKey) headers['cache-control'] = KEYED_CACHE_CONTROL[route.policy];
  if (isNotModified(request, etag)) {
    delete headers['content-type'];
    return new Response(null, { status: 304, headers });
  }
  return page(request, bytes, 200, headers);
}

/** Answers 404 with a page, or in the form of the API if the tree has no page for it. */
export async function missingAnswer(
  request: WorkerRequest,
  tree: Tree,
  error: ApiError,
  resource: RoutedResource | null,
): Promise<Response> {
  const shell = await shellOf(tree);
  return shell === null ? errorAnswer(error, resource) : missingPage(request, shell);
}

const missingPage = (request: WorkerRequest, shell: string): Response =>
  page(request, new TextEncoder().encode(filledShell(shell, MISSING_HEAD, null)), 404, missingPageHeaders());

const page = (
  { method }: WorkerRequest,
  bytes: Uint8Array,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response =>
  new Response(method === 'HEAD' ? null : bytes, {
    status,
    headers: { ...headers, 'content-length': String(bytes.length) },
  });

async function shellOf(tree: Tree): Promise<string | null> {
  const file = await tree.file(SHELL, 'page');
  return file && text(file);
}

const text = async (file: TreeFile): Promise<string> => await new Response(await file.open(null)).text();

const beginning = async (file: TreeFile, most: number): Promise<string> =>
  await new Response(await file.open(file.bytes > most ? { first: 0, last: most - 1 } : null)).text();

async function textOf(tree: Tree, route: ViewRoute): Promise<PageText | null> {
  const path = textFileOf(route);
  const file = path === null ? null : await tree.file(path, 'document');
  if (!file) return null;
  const text = await beginning(file, TEXT_BYTES);
  return { text, isWhole: file.bytes <= TEXT_BYTES, href: textUrlOf(route.place) };
}
