import { useEffect, useRef, useState } from 'preact/hooks';
import { navigate } from '../router.ts';
import { type SearchState, searchPath } from './search-query.ts';

/** So long nothing is typed before it is searched for. */
const PAUSE_MS = 250;

export interface Typed {
  text: string;
  set: (text: string) => void;
  /** Searches at once, as a new step of the history. */
  submit: () => void;
}

/** What stands in the search box: it becomes the address after a pause, so that a search can be shared at any time. */
export function useTyped(state: SearchState): Typed {
  const [text, setText] = useState(state.q);
  const latest = useRef(state);
  latest.current = state;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was made the address from here: meanwhile the reader may have typed on. */
  const sent = useRef(state.q);
  // Another address, by a link or the history, has its own text.
  useEffect(() => {
    if (state.q === sent.current) return;
    sent.current = state.q;
    setText(state.q);
  }, [state.q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const go = (q: string, isReplacing: boolean) => {
    clearTimeout(timer.current);
    if (q === latest.current.q) return;
    sent.current = q;
    navigate(searchPath({ ...latest.current, q, offset: 0 }), { isReplacing, isKeeping: true });
  };
  return {
    text,
    set(next) {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => go(next, true), PAUSE_MS);
    },
    submit: () => go(text, false),
  };
}
