import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface Props {
  summary: string;
  /** Also where there is little room. */
  isOpen?: boolean;
  children: ComponentChildren;
}

/** As in frame.css, where the header has room for the search box. */
const WIDE = '(width >= 56rem)';

/** What is folded away where there is little room, and open otherwise. */
export function Fold({ summary, isOpen = false, children }: Props) {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  useEffect(() => {
    const query = matchMedia(WIDE);
    const tell = () => setWide(query.matches);
    query.addEventListener('change', tell);
    return () => query.removeEventListener('change', tell);
  }, []);
  return (
    <details class="fold" open={isWide || isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
