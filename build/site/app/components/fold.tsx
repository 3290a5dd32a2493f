import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface Props {
  summary: string;
  /** Open on narrow screens, too. */
  isOpen?: boolean;
  children: ComponentChildren;
}

/** The width in frame.css at which the header has room for the search box. */
const WIDE = '(width >= 56rem)';

/** Content that is folded on narrow screens and open on wide ones. */
export function Fold({ summary, isOpen = false, children }: Props) {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const update = () => setWide(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return (
    <details class="fold" open={isWide || isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
