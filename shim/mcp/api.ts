import type { ErrorBody } from '../../build/contract/errors.ts';

/** The one way from the tools to the API, whether it is asked in this process or over HTTP. */

export interface ApiAnswer {
  status: number;
  body: string;
}

/**
 * GETs from the API.
 * @param target path and query
 * @param signal aborted when no one waits for the answer any more
 * @throws ToolError where there is no answer at all
 */
export type ApiCaller = (target: string, signal: AbortSignal) => Promise<ApiAnswer>;

/** What the model is told of a call that failed: the message says what was wrong, and what is allowed. */
export class ToolError extends Error {
  /** Of the API's answer; 0 where it was not the API that refused. */
  readonly status: number;

  constructor(message: string, status = 0) {
    super(message);
    this.status = status;
  }
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The API for one call of a tool. */
export class Api {
  readonly #call: ApiCaller;
  readonly #signal: AbortSignal;

  constructor(call: ApiCaller, signal: AbortSignal) {
    this.#call = call;
    this.#signal = signal;
  }

  /** @returns the body, parsed @throws ToolError with the message of the API's error */
  async get<T>(url: string, query: Query = {}): Promise<T> {
    this.#signal.throwIfAborted();
    const { status, body } = await this.#call(targetOf(url, query), this.#signal);
    const json = parsed(body);
    if (status === 200 && json !== undefined) return json as T;
    const message = (json as Partial<ErrorBody> | undefined)?.error?.message;
    throw new ToolError(message ?? `The API answered with status ${status} and no message.`, status);
  }

  /** @returns null where there is nothing at this address */
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
