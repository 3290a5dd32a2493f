import { useState } from 'preact/hooks';
import { sourceOf } from '../../../contract/sources.ts';
import { webPathOf } from '../../../contract/web-path.ts';
import { isStatic, webUrl } from '../address.ts';
import { ApiCall } from '../components/api-call.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { Cite } from './cite.tsx';
import { Contents } from './contents.tsx';
import { crumbsOf } from './crumbs.ts';
import { documentTarget, headingOf, type ReadDocument } from './document.ts';
import { DocumentText } from './document-text.tsx';
import { factsOf } from './facts.ts';
import { Facts } from './facts-list.tsx';
import { LevelContents } from './level-contents.tsx';
import { NeighborLinks } from './neighbor-links.tsx';
import { Previews } from './previews.tsx';
import { ReferencesFold } from './references-fold.tsx';
import { Representations } from './representations.tsx';
import { statusNoticeOf } from './status-notice.ts';
import type { Entry } from './typeset/contents.ts';
import { useInnermost } from './use-innermost.ts';

/** The page of a document: heading, text, and facts beside it. */
export function Reader({ document }: { document: ReadDocument }) {
  const [contents, setContents] = useState<readonly Entry[]>([]);
  const [isSet, setSet] = useState(false);
  const level = useInnermost(document, isSet);
  // Where the level does not know the document, nothing is shown.
  const around = level.place && (level.detail || !level.isSettled) ? level.place : null;
  const shown = around && { place: around, detail: level.detail, identifier: document.identifier };
  const standing = statusNoticeOf(document);
  const path = webPathOf(document);
  const target = documentTarget(document.source, document.identifier);
  return (
    <article class="reader" data-source={document.source}>
      <ViewHead
        crumbs={crumbsOf(document)}
        above={sourceOf(document.source).name}
        heading={headingOf(document)}
      />
      {standing && (
        <p class={`standing standing-${standing.label.toLowerCase()}`}>
          <strong>{standing.label}.</strong> {standing.text}
        </p>
      )}
      <div class="reader-columns">
        <div class="reader-main">
          <Cite document={document} url={webUrl(path)} />
          {shown && <LevelContents {...shown} isFolded />}
          <Contents entries={contents} isFolded />
          <DocumentText document={document} onContents={setContents} onSet={() => setSet(true)} />
          <ReferencesFold target={target} identifier={document.identifier} />
          <NeighborLinks document={document} level={level} />
          <p class="print-foot">{webUrl(path)}</p>
        </div>
        <aside class="reader-aside" aria-label="About this document">
          {shown && <LevelContents {...shown} />}
          <Contents entries={contents} />
          <Facts facts={factsOf(document, !isStatic())} />
          <Representations document={document} />
        </aside>
      </div>
      <ApiCall target={target} />
      <Previews />
    </article>
  );
}
