import { setTimeout as sleep } from 'node:timers/promises';
import axios, { type AxiosAdapter } from 'axios';
import { Client, Errors } from 'typesense';
import { cautious, type TypesenseNode } from '../record.ts';

/** An import waits for the server's indexing, and so do searches behind it. */
const TIMEOUT_SECONDS = 60;
const RETRY_INTERVAL_SECONDS = 1;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Exports are read line by line: a million documents take some gigabytes. */
const MAX_EXPORT_BYTES = 64 * 1024 ** 3;
/** Pause before a failed node is used again if there are others. */
const RECOVERY_SECONDS = 10;

const answered = cautious(axios.getAdapter('http'), MAX_ANSWER_BYTES);
const exported = cautious(axios.getAdapter('http'), MAX_EXPORT_BYTES);

/** Requests for the documents of a collection, all or some; others ask whether something exists. */
const DOCUMENTS = /\/collections\/[^/?]+\/documents(?:\/(?:import|export|search))?(?:\?|$)/;
/** A node of a cluster that has just started knows no collection for a moment, though its run has written to it. */
const LAG_MS = 15_000;
const PAUSE_MS = 200;

/**
 * Sends a request, and once more while a node does not know its collection. Every request has a time limit: the library gives
 * imports none, and a node never answers one that it has passed to a leader that died.
 */
const sentWithin =
  (timeoutSeconds: number): AxiosAdapter =>
  async config => {
    const send = config.responseType === 'stream' ? exported : answered;
    for (const end = Date.now() + LAG_MS; ; ) {
      const response = await send({ ...config, timeout: timeoutSeconds * 1000 });
      if (response.status !== 404 || !DOCUMENTS.test(config.url ?? '') || Date.now() > end) return response;
      if (config.responseType === 'stream') response.data.destroy();
      await sleep(PAUSE_MS);
    }
  };

/**
 * Creates a client that may write. It retries failed connections and 5xx, which a node without leader or a lagging one sends.
 * @param retries repetitions of a request, over the nodes in turn
 */
export const adminClient = (
  nodes: TypesenseNode[],
  apiKey: string,
  retries: number,
  timeoutSeconds = TIMEOUT_SECONDS,
): Client =>
  new Client({
    nodes,
    apiKey,
    connectionTimeoutSeconds: timeoutSeconds,
    numRetries: retries,
    retryIntervalSeconds: RETRY_INTERVAL_SECONDS,
    healthcheckIntervalSeconds: RECOVERY_SECONDS,
    axiosAdapter: sentWithin(timeoutSeconds),
    // The library's log lines hold addresses.
    logLevel: 'silent',
  });

/** Creates a client for each node alone, without retries. */
export const nodeClients = (nodes: TypesenseNode[], apiKey: string): Client[] =>
  nodes.map(node => adminClient([node], apiKey, 0));

/** A failed run, with a message for people. */
export class IndexError extends Error {}

export const isNotFound = (error: unknown): boolean => error instanceof Errors.ObjectNotFound;

/** Describes a failure for people. The library's error objects hold the API key and must not be printed or passed on. */
export function asIndexError(error: unknown): IndexError {
  if (error instanceof IndexError) return error;
  if (error instanceof Errors.RequestUnauthorized) {
    return new IndexError('Typesense refuses the key in TYPESENSE_API_KEY for this operation.');
  }
  if (error instanceof Errors.TypesenseError) {
    return new IndexError(`Typesense answers ${error.httpStatus ?? 'with an error'}: ${error.message}`);
  }
  const { isAxiosError, code, message } = error as Error & { isAxiosError?: boolean; code?: string };
  return new IndexError(isAxiosError ? `Typesense cannot be reached (${code ?? 'no answer'}).` : message);
}
