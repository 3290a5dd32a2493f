import { CopyButton } from '../components/copy-button.tsx';
import { copiedCitation, markdownCitation } from './citation.ts';
import type { ReadDocument } from './document.ts';

/** The citation of the document, with a button to copy it. @param url of its page, permanent */
export function Cite({ document, url }: { document: ReadDocument; url: string }) {
  const citation = copiedCitation(document);
  return (
    <div class="cite">
      <span class="cite-text">{citation}</span>
      <span class="cite-actions">
        <CopyButton text={citation}>Copy citation</CopyButton>
        <CopyButton text={markdownCitation(document, url)}>Copy as Markdown</CopyButton>
        <CopyButton text={url}>Copy link</CopyButton>
        <button type="button" class="button-small" onClick={() => window.print()}>
          Print
        </button>
      </span>
    </div>
  );
}
