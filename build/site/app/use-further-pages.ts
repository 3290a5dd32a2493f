import { useEffect, useState } from 'preact/hooks';
import { type Answer, type Failure, getJson } from './api.ts';
import { recent } from './use-api.ts';

/** Pages that are loaded without a click. Few chapters need more, and the limit of requests a minute is higher. */
const PAGES_AT_ONCE = 10;

export interface FurtherPages<T> {
  items: readonly T[];
  failure: Failure | null;
  /** There are more, which `more` loads. */
  hasMore: boolean;
  isLoading: boolean;
  more: () => void;
}

interface State<T> {
  of: Answer<T[]> | null;
  items: readonly T[];
  next: string | null;
  failure: Failure | null;
  isLoading: boolean;
}

/** Loads page after page along `next`, one at a time. @param first the list's first page; null where nothing is to be loaded */
export function useFurtherPages<T>(first: Answer<T[]> | null): FurtherPages<T> {
  const [state, setState] = useState<State<T>>(() => known(first));
  const [turn, setTurn] = useState({ of: first, count: 0 });
  const shown = state.of === first ? state : known(first);
  useEffect(() => {
    if (shown.next === null || shown.failure) return;
    const controller = new AbortController();
    void follow(shown, setState, controller.signal);
    return () => controller.abort();
  }, [first, turn]);
  return {
    items: shown.items,
    failure: shown.failure,
    hasMore: shown.next !== null && !shown.isLoading && !shown.failure,
    isLoading: shown.isLoading,
    more() {
      setState({ ...shown, failure: null, isLoading: true });
      setTurn({ of: first, count: turn.count + 1 });
    },
  };
}

/** Pages that were loaded within the last minute are there at once, so that going back leads to the former position. */
function known<T>(first: Answer<T[]> | null): State<T> {
  const items: T[] = [];
  let next = first?.pagination?.next ?? null;
  for (let page = 0; next !== null && page < PAGES_AT_ONCE; page++) {
    const answer = recent.get(next) as Answer<T[]> | null;
    if (!answer) break;
    items.push(...answer.data);
    next = answer.pagination?.next ?? null;
  }
  return { of: first, items, next, failure: null, isLoading: next !== null };
}

async function follow<T>(
  from: State<T>,
  publish: (state: State<T>) => void,
  signal: AbortSignal,
): Promise<void> {
  let state = from;
  for (let page = 1; state.next !== null && page <= PAGES_AT_ONCE; page++) {
    const result = await getJson<T[]>(state.next, signal);
    if (signal.aborted) return;
    if (!result.ok) return publish({ ...state, failure: result, isLoading: false });
    recent.set(state.next, result);
    const next = result.pagination?.next ?? null;
    const isLoading = next !== null && page < PAGES_AT_ONCE;
    state = { ...state, items: [...state.items, ...result.data], next, isLoading };
    publish(state);
  }
}
