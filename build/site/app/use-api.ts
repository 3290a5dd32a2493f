import { useEffect, useState } from 'preact/hooks';
import { type Answer, type Failure, getJson, type Result } from './api.ts';

/** What a view has of an answer while it is on its way. */
export interface Asked<T> {
  /** The newest answer; while another is on its way, the one before it. Null where there is none. */
  answer: Answer<T> | null;
  failure: Failure | null;
  isLoading: boolean;
  /** Asks again. */
  again: () => void;
}

interface State<T> {
  target: string | null;
  result: Result<T> | null;
  former: Answer<T> | null;
}

/** Asks the API for a target whenever it changes, giving up the one before; null asks for nothing. */
export function useApi<T>(target: string | null): Asked<T> {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State<T>>({ target, result: null, former: null });
  useEffect(() => {
    if (target === null) return;
    const controller = new AbortController();
    getJson<T>(target, controller.signal).then(result => {
      if (controller.signal.aborted) return;
      setState({ target, result, former: result.ok ? result : null });
    });
    return () => controller.abort();
  }, [target, attempt]);
  const isLoading = target !== null && (state.target !== target || state.result === null);
  const { result } = state;
  return {
    answer: state.former,
    failure: isLoading || !result || result.ok ? null : result,
    isLoading,
    again() {
      setState(former => ({ ...former, result: null }));
      setAttempt(number => number + 1);
    },
  };
}
