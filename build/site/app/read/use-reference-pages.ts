import { useEffect, useState } from 'preact/hooks';
import type { Reference } from '../../../contract/reference.ts';
import { type Failure, getJson } from '../api.ts';

/** Pages that are loaded without another click. */
const PAGES_AT_ONCE = 10;

export interface ReferencePages {
  /** In the order of the API, as far as they are loaded. */
  items: readonly Reference[];
  failure: Failure | null;
  isLoading: boolean;
  /** Goes on loading. */
  more: () => void;
}

interface State {
  items: readonly Reference[];
  failure: Failure | null;
  /** Pages that may still be loaded. */
  left: number;
}

/**
 * Loads page after page of a list of references, one at a time, until enough of them are wanted ones.
 * @param first the first page of the list @param target of its pages, with a query
 * @param isEnough whether the loaded items are all that is wanted so far
 */
export function useReferencePages(
  first: readonly Reference[],
  target: string,
  isEnough: (items: readonly Reference[]) => boolean,
): ReferencePages {
  const [{ items, failure, left }, setState] = useState<State>({
    items: first,
    failure: null,
    left: PAGES_AT_ONCE,
  });
  const isLoading = left > 0 && failure === null && !isEnough(items);
  useEffect(() => {
    if (!isLoading) return;
    const controller = new AbortController();
    const page = `${target}&limit=${first.length}&offset=${items.length}`;
    getJson<Reference[]>(page, controller.signal).then(answer => {
      if (controller.signal.aborted) return;
      setState(
        answer.ok
          ? { items: [...items, ...answer.data], failure: null, left: answer.data.length > 0 ? left - 1 : 0 }
          : { items, failure: answer, left },
      );
    });
    return () => controller.abort();
  }, [items, left, isLoading]);
  return {
    items,
    failure,
    isLoading,
    more: () => setState({ items, failure: null, left: PAGES_AT_ONCE }),
  };
}
