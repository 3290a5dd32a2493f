import { useState } from 'preact/hooks';
import { isDated } from '../../../contract/levels.ts';
import { isDerived } from '../../../contract/own-levels.ts';
import { sourceOf } from '../../../contract/sources.ts';
import { webPathOf } from '../../../contract/web-path.ts';
import { isStatic, webUrl } from '../address.ts';
import { ApiCall } from '../components/api-call.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { Cite } from './cite.tsx';
import { Contents } from './contents.tsx';
import { crumbsOf } from './crumbs.ts';
import { documentTarget, headingOf } from './document.ts';
import { DocumentText } from './document-text.tsx';
import { factsOf } from './facts.ts';
import { Facts } from './facts-list.tsx';
import { HistoryFold } from './history-fold.tsx';
import { LevelContents } from './level-contents.tsx';
import type { ReaderProps } from './means.ts';
import { NeighborLinks } from './neighbor-links.tsx';
import { Previews } from './previews.tsx';
import { ReferencesFold } from './references-fold.tsx';
import { Representations } from './representations.tsx';
import { statusNoticeOf } from './status-notice.ts';
import type { Entry } from './typeset/contents.ts';
import { useInnermost } from './use-innermost.ts';
import { useVersions, Versions } from './versions.tsx';

/** The page of a document: heading, text, and facts beside it. What stands around the text is of today. */
export function Reader({ document, former }: ReaderProps) {
  const [contents, setContents] = useState<readonly Entry[]>([]);
  const [isSet, setSet] = useState(false);
  const level = useInnermost(document, isSet && (!former || isDerived(document)));
  // Where the level does not know the document, nothing is shown.
  const around = !former && level.place && (level.detail || !level.isSettled) ? level.place : null;
  const shown = around && { place: around, detail: level.detail, identifier: document.identifier };
  const standing = statusNoticeOf(document);
  const path = webPathOf(document);
  const own = documentTarget(document.source, document.identifier);
  const target = former?.target ?? own;
  const versions = useVersions(own, isSet);
  // A document of a day has no other days than those among its details.
  const hasHistory = !isDated(sourceOf(document.source));
  const url = webUrl(path + (former?.search ?? ''));
  return (
    <article class="reader" data-source={document.source}>
      <ViewHead
        crumbs={crumbsOf(document, level.identifiers)}
        above={sourceOf(document.source).name}
        heading={headingOf(document)}
      />
      {standing && (
        <p class={`standing standing-${standing.label.toLowerCase()}`}>
          <strong>{standing.label}.</strong> {standing.text}
        </p>
      )}
      {former?.banner}
      <div class="reader-columns">
        <div class="reader-main">
          <Cite document={document} url={url} day={former?.cited ?? null} />
          {shown && <LevelContents {...shown} isFolded />}
          <Contents entries={contents} isFolded />
          <DocumentText document={document} onContents={setContents} onSet={() => setSet(true)} />
          {versions && <Versions versions={versions} path={path} on={former?.on ?? null} />}
          {hasHistory && (
            <HistoryFold
              target={own}
              identifier={document.identifier}
              versions={versions}
              path={path}
              on={former?.on ?? null}
            />
          )}
          {!former && (
            <>
              <ReferencesFold target={target} identifier={document.identifier} />
              <NeighborLinks document={document} level={level} />
            </>
          )}
          <p class="print-foot">{url}</p>
        </div>
        <aside class="reader-aside" aria-label="About this document">
          {shown && <LevelContents {...shown} />}
          <Contents entries={contents} />
          {versions && <a href="#versions">{versions.length} versions of this text</a>}
          <Facts facts={factsOf(document, !isStatic())} />
          <Representations target={target} />
        </aside>
      </div>
      <ApiCall target={target} />
      <Previews />
    </article>
  );
}
