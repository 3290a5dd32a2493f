import { CopyButton } from '../components/copy-button.tsx';
import { copiedCitation, markdownCitation } from './citation.ts';
import type { ReadDocument } from './document.ts';

interface Props {
  document: ReadDocument;
  /** Of its page, permanent. */
  url: string;
  /** What the citation of a former text tells of its day. */
  day: string | null;
}

/** The citation of the document, with a button to copy it. */
export function Cite({ document, url, day }: Props) {
  const citation = copiedCitation(document, day);
  return (
    <div class="cite">
      <span class="cite-text">{citation}</span>
      <span class="cite-actions">
        <CopyButton text={citation}>Copy citation</CopyButton>
        <CopyButton text={markdownCitation(document, url, day)}>Copy as Markdown</CopyButton>
        <CopyButton text={url}>Copy link</CopyButton>
        <button type="button" class="button-small" onClick={() => window.print()}>
          Print
        </button>
      </span>
    </div>
  );
}
