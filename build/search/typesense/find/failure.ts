import { Errors } from 'typesense';
import { SearchEngineError } from '../../engine.ts';

const TIMEOUTS = new Set(['ECONNABORTED', 'ETIMEDOUT']);

/** The library's error objects hold the address and the key: only a code or a status is passed on. */
export function asEngineError(error: unknown, signal: AbortSignal): SearchEngineError {
  if (error instanceof SearchEngineError) return error;
  if (signal.aborted) return new SearchEngineError('timed out', 'The search was given up');
  if (error instanceof Errors.TypesenseError) return failureOf(error.httpStatus ?? 0);
  const { code } = error as { code?: string };
  if (code && TIMEOUTS.has(code)) {
    return new SearchEngineError('timed out', `Typesense does not answer (${code})`);
  }
  return new SearchEngineError('unavailable', `Typesense cannot be reached (${code ?? 'no answer'})`);
}

export function failureOf(status: number, message = ''): SearchEngineError {
  if (status === 408) return new SearchEngineError('timed out', 'Typesense ran out of time');
  const reason = status === 404 ? 'has no such collection' : `answers ${status} ${message}`.trim();
  return new SearchEngineError('unavailable', `Typesense ${reason}`);
}
