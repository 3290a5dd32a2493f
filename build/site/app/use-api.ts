import { useEffect, useState } from 'preact/hooks';
import { type Answer, type Failure, getJson, type Result } from './api.ts';
import { Recent } from './recent.ts';

/** State of an answer that a view asked for. */
export interface ApiRequest<T> {
  /** The newest answer. While the next one is loading, the one before it. Null where there is none. */
  answer: Answer<T> | null;
  failure: Failure | null;
  isLoading: boolean;
  again: () => void;
}

interface State<T> {
  target: string | null;
  result: Result<T> | null;
}

export const recent = new Recent<Answer<unknown>>(30, 60_000, Date.now);

/** Answers that are loading and that no view waits for yet. */
const begun = new Map<string, Promise<Result<unknown>>>();

/** A view asks for at most this many at once. */
const MOST_BEGUN = 2;

/** Asks early for a target whose view is still loading. */
export function begin(target: string): void {
  if (begun.has(target) || recent.get(target)) return;
  begun.set(target, getJson(target));
  const [oldest] = begun.keys();
  if (begun.size > MOST_BEGUN && oldest !== undefined) begun.delete(oldest);
}

/** Takes a begun request, or sends one. A begun request serves all callers until its answer arrives, and then the first one. */
function ask<T>(target: string, signal: AbortSignal): Promise<Result<T>> {
  const known = begun.get(target) as Promise<Result<T>> | undefined;
  known?.finally(() => begun.get(target) === known && begun.delete(target));
  return known ?? getJson<T>(target, signal);
}

/**
 * Asks the API for a target whenever it changes, and cancels the request before; null asks for nothing. Answers of the last
 * minute are there at once, so that going back is fast.
 */
export function useApi<T>(target: string | null): ApiRequest<T> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State<T>>({ target: null, result: null });
  const [former, setFormer] = useState<Answer<T> | null>(null);
  const kept = target === null ? null : (recent.get(target) as Answer<T> | null);
  const result = state.target === target && state.result ? state.result : kept;
  useEffect(() => {
    if (target === null) return;
    const known = recent.get(target) as Answer<T> | null;
    if (known) {
      setState({ target, result: known });
      setFormer(known);
      return;
    }
    const controller = new AbortController();
    ask<T>(target, controller.signal).then(answer => {
      if (controller.signal.aborted) return;
      if (answer.ok) {
        recent.set(target, answer);
        setFormer(answer);
      }
      setState({ target, result: answer });
    });
    return () => controller.abort();
  }, [target, attempt]);
  return {
    answer: result?.ok ? result : former,
    failure: result && !result.ok ? result : null,
    isLoading: target !== null && result === null,
    again() {
      setState({ target: null, result: null });
      setAttempt(attempt + 1);
    },
  };
}
