import type { ErrorBody } from '../../build/contract/errors.ts';

/** The tools' only way to the API, in this process or over HTTP. */

export interface ApiAnswer {
  status: number;
  body: string;
}

/**
 * Sends a GET to the API.
 * @param target path and query
 * @param signal aborted when no one waits for the answer any more
 * @throws ToolError where there is no answer
 */
export type ApiCaller = (target: string, signal: AbortSignal) => Promise<ApiAnswer>;

/** A failed call, as the model sees it: the message says what was wrong and what is allowed. */
export class ToolError extends Error {
  /** Status of the API's answer; 0 for errors that did not come from the API. */
  readonly status: number;

  constructor(message: string, status = 0) {
    super(message);
    this.status = status;
  }
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export class Api {
  readonly #call: ApiCaller;
  readonly #signal: AbortSignal;

  constructor(call: ApiCaller, signal: AbortSignal) {
    this.#call = call;
    this.#signal = signal;
  }

  /** Returns the parsed body. @throws ToolError with the message of the API's error */
  async get<T>(url: string, query: Query = {}): Promise<T> {
    this.#signal.throwIfAborted();
    const { status, body } = await this.#call(targetOf(url, query), this.#signal);
    const json = parsed(body);
    if (status === 200 && json !== undefined) return json as T;
    const message = (json as Partial<ErrorBody> | undefined)?.error?.message;
    throw new ToolError(message ?? `The API answered with status ${status} and no message.`, status);
  }

  /** Returns null where the API answers 404. */
  async find<T>(url: string, query: Query = {}): Promise<T | null> {
    try {
      return await this.get<T>(url, query);
    } catch (error) {
      if (error instanceof ToolError && error.status === 404) return null;
      throw error;
    }
  }
}

function targetOf(url: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  );
  return pairs.length > 0 ? `${url}?${pairs.join('&')}` : url;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
