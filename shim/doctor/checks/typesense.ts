import type { TypesenseSettings } from '../../../build/search/typesense/connection.ts';
import { DOCUMENTS } from '../../../build/search/typesense/encoding.ts';
import { searcherOf } from '../../../build/search/typesense/find/client.ts';
import { type Finding, ok, problem, warning } from '../finding.ts';
import type { Trial } from '../trial-search.ts';

const PATIENCE_MS = 2000;

/** @param documents of the tree; null where unknown @param search runs a search as the server does */
export async function checkTypesense(
  settings: TypesenseSettings,
  documents: number | null,
  search: () => Promise<Trial>,
): Promise<Finding[]> {
  const { nodes, apiKey, collection } = settings;
  const states = await Promise.all(nodes.map(async node => ({ node, status: await ask(node, '/health') })));
  const away = states.filter(({ status }) => status !== 200).map(({ node }) => node);
  if (away.length === nodes.length)
    return [problem(`no Typesense server answers at ${away.join(', ')}`, 'start it, or mend TYPESENSE_URL')];
  const findings: Finding[] = [];
  if (away.length > 0)
    findings.push(warning(`Typesense does not answer at ${away.join(', ')}; the other nodes do`, 'start it'));
  const { failure, milliseconds } = await search();
  if (failure !== null) return [...findings, problem(`a search fails: ${failure}`, mendingOf(failure))];
  findings.push(await fitting(settings, documents, milliseconds));
  const node = states.find(({ status }) => status === 200)?.node as string;
  for (const path of ['/keys', '/collections'])
    if ((await ask(node, path, apiKey)) === 200)
      return [
        ...findings,
        warning(
          'TYPESENSE_API_KEY can do more than search',
          `make a key that may only search ${collection}: shim/README.md, Typesense`,
        ),
      ];
  return findings;
}

const mendingOf = (failure: string): string =>
  /answers 40[13]/.test(failure)
    ? 'TYPESENSE_API_KEY must be a key of this server that may search the collection'
    : '"npm run index" fills the collection; TYPESENSE_COLLECTION names it';

async function fitting(
  settings: TypesenseSettings,
  documents: number | null,
  milliseconds: number,
): Promise<Finding> {
  const searchAll = searcherOf({ ...settings, timeoutMs: PATIENCE_MS })(AbortSignal.timeout(2 * PATIENCE_MS));
  const first = { q: '*', query_by: 'heading', filter_by: DOCUMENTS, per_page: 1 };
  const [result] = await searchAll([first]);
  const found = result?.found ?? 0;
  if (documents !== null && found !== documents)
    return problem(
      `the collection ${settings.collection} has ${found} documents, and the catalog ${documents}`,
      '"npm run index" brings it up to date',
    );
  return ok(`Typesense answers, ${milliseconds} ms for the first search`);
}

/** Redirects are not followed: the request carries a key. @returns the status; null where there is no answer */
async function ask(node: string, path: string, apiKey?: string): Promise<number | null> {
  try {
    const response = await fetch(node + path, {
      headers: apiKey === undefined ? {} : { 'x-typesense-api-key': apiKey },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}
