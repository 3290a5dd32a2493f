import { useEffect, useRef, useState } from 'preact/hooks';
import { navigate } from '../router.ts';
import { type SearchState, searchPath } from './search-query.ts';

/** Pause in typing before a search begins. */
const PAUSE_MS = 250;

export interface SearchBox {
  text: string;
  set: (text: string) => void;
  /** Searches at once, as a new entry of the history. */
  submit: () => void;
}

/** The text in the search box. After a pause it goes into the address, so that a search can be shared at any time. */
export function useSearchBox(state: SearchState): SearchBox {
  const [text, setText] = useState(state.q);
  const latest = useRef(state);
  latest.current = state;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The last text that this box put into the address. The reader may have typed on since. */
  const sent = useRef(state.q);
  // Another address, by a link or the history, replaces the text.
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
