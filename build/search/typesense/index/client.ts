import { setTimeout as sleep } from 'node:timers/promises';
import type { AxiosAdapter } from 'axios';
import { type Client, Errors } from 'typesense';
import { linesOf } from '../../../common/lines.ts';
import { makeClient, sendBounded } from '../connection.ts';

/** An import waits for the server's indexing, and so do searches behind it. */
const TIMEOUT_SECONDS = 60;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

const send = sendBounded(MAX_ANSWER_BYTES);
/** Exports are read line by line: a million documents take some gigabytes. */
const sendExport = sendBounded(Number.POSITIVE_INFINITY);

/** Requests for the documents of a collection, all or some; others ask whether something exists. */
const DOCUMENTS = /\/collections\/[^/?]+\/documents(?:\/(?:import|export|search))?(?:\?|$)/;

/**
 * Gives every request a time limit: the library gives imports none, and a node never answers one that it has passed to a leader
 * that died, or cuts the answer off. A node of a cluster that has just started knows no collection for a moment, though its
 * run has written to it. The library shall take both for failures and try again.
 */
const sentWithin =
  (timeoutSeconds: number): AxiosAdapter =>
  async config => {
    const isStream = config.responseType === 'stream';
    const response = await (isStream ? sendExport : send)({ ...config, timeout: timeoutSeconds * 1000 });
    const { status, data } = response;
    const isLost =
      status === 404 || (status === 200 && !isStream && isCut(String(config.data), String(data).trimEnd()));
    if (!isLost || !DOCUMENTS.test(config.url ?? '')) return response;
    if (isStream) response.data.destroy();
    return { ...response, status: 503 };
  };

/** Whether a part of an answer is missing. An import has a line of JSON for each record. */
const isCut = (sent: string, answer: string): boolean =>
  !answer.endsWith('}') || answer.split('\n').length < sent.split('\n').length;

/**
 * Creates a client that may write. It retries failed connections and 5xx, which a node without leader or a lagging one sends.
 * @param retries repetitions of a request, over the nodes in turn
 */
export const adminClient = (
  nodes: readonly string[],
  apiKey: string,
  retries: number,
  timeoutSeconds = TIMEOUT_SECONDS,
): Client =>
  makeClient({ nodes, apiKey }, sentWithin(timeoutSeconds), {
    connectionTimeoutSeconds: timeoutSeconds,
    numRetries: retries,
    retryIntervalSeconds: 1,
    healthcheckIntervalSeconds: 10,
  });

export type Documents = ReturnType<typeof documentsOf>;

export const documentsOf = (client: Client, collection: string) => client.collections(collection).documents();

/** A filter travels in the address, which may have 4,000 characters. */
const FILTER_BATCH = 80;
/** Far longer than the requested fields of any record. */
const LONGEST_LINE = 16 * 1024 * 1024;

type Exported = { id: string; hash: string; citations: string[]; acts?: string[] };

/** Yields some fields of the documents that pass one of the filters. */
export async function* exported<F extends keyof Exported>(
  documents: Documents,
  filters: Iterable<string>,
  fields: readonly F[],
): AsyncGenerator<Pick<Exported, F>> {
  for (const filter_by of filters) {
    const stream = await documents.exportStream({ filter_by, include_fields: fields.join(',') });
    for await (const line of linesOf(stream.setEncoding('utf8'), LONGEST_LINE)) yield JSON.parse(line);
  }
}

/** Writes filters for some values each: a long list does not fit one request. Keys and ids need no quotes. */
export function* filtersOf(start: string, values: readonly string[]): Generator<string> {
  for (let i = 0; i < values.length; i += FILTER_BATCH)
    yield `${start}[${values.slice(i, i + FILTER_BATCH).join(',')}]`;
}

/** A failed run, with a message for people. */
export class IndexError extends Error {}

/** Resolves to null where Typesense has not what is asked for. */
export const orNull = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch(error => {
    if (error instanceof Errors.ObjectNotFound) return null;
    throw error;
  });

/** Asks until the answer is yes, for some time: a follower of a cluster lags. @returns whether it was */
export async function becomes(isSo: () => Promise<boolean>, patienceMs: number): Promise<boolean> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(200)) if (await isSo()) return true;
  return false;
}

/** Describes a failure for people. The library's error objects hold the API key and must not be printed or passed on. */
export function asIndexError(error: unknown): IndexError {
  if (error instanceof IndexError) return error;
  if (error instanceof Errors.RequestUnauthorized)
    return new IndexError('Typesense refuses the key in TYPESENSE_API_KEY for this operation.');
  if (error instanceof Errors.TypesenseError)
    return new IndexError(`Typesense answers ${error.httpStatus ?? 'with an error'}: ${error.message}`);
  const { isAxiosError, code, message } = error as Error & { isAxiosError?: boolean; code?: string };
  return new IndexError(isAxiosError ? `Typesense cannot be reached (${code ?? 'no answer'}).` : message);
}
