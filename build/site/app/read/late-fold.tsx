import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  class: string;
  summary: ComponentChildren;
  /** The target of a fragment. */
  id?: string;
  children: () => ComponentChildren;
}

/** A fold whose content is made, and its code loaded, when a reader opens it. */
export function LateFold({ summary, children, ...attributes }: Props) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details {...attributes} onToggle={() => setOpened(true)}>
      <summary>{summary}</summary>
      {isOpened && children()}
    </details>
  );
}
