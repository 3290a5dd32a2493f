import type { ComponentChildren } from 'preact';

interface Props {
  /** Of the fold, and of the landmark if it has no other. */
  summary: string;
  label?: string;
  heading?: ComponentChildren;
  /** Above the text, on narrow screens; else beside the text. */
  isFolded: boolean;
  onToggle?: () => void;
  children: ComponentChildren;
}

/** Links beside the text. Each is on the page twice, and one of both is shown. */
export const Beside = ({
  summary,
  label = summary,
  heading = summary,
  isFolded,
  onToggle,
  children,
}: Props) =>
  isFolded ? (
    <details class="contents contents-folded" onToggle={onToggle}>
      <summary>{summary}</summary>
      <nav aria-label={label}>
        {heading !== summary && heading}
        {children}
      </nav>
    </details>
  ) : (
    <nav class="contents contents-beside" aria-label={label}>
      <h2>{heading}</h2>
      {children}
    </nav>
  );
