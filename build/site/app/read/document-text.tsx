import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { currentAddress, keepMarks, showAwaited, showFragment } from '../router.ts';
import type { ReadDocument } from './document.ts';
import { sanitiser } from './markdown/sanitise.ts';
import { useOpenNotesInPrint } from './print.ts';
import { marksIn } from './reading-position.ts';
import { setText } from './set-text.ts';
import { settingOf } from './setting.ts';
import type { Entry } from './typeset/contents.ts';

interface Props {
  document: ReadDocument;
  onContents?: (contents: readonly Entry[]) => void;
  /** Called when the whole text is on the page. */
  onSet?: () => void;
}

export const sanitise = sanitiser(document, () =>
  import('./markdown/purify.ts').then(({ purify }) => purify),
);
const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve));

/** The text of a document. A long one is set piece by piece, and setting stops when the reader goes to another page. */
export function DocumentText({ document: shown, onContents, onSet }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [done, setDone] = useState(1);
  useOpenNotesInPrint(root);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const controller = new AbortController();
    const fragment = pendingFragment();
    element.replaceChildren();
    const onProgress = (share: number, contents: readonly Entry[]) => {
      setDone(share);
      onContents?.([...contents]);
      // The page itself scrolls within the pieces that are set at once.
      if (isAtOnce) return;
      fragment();
      showAwaited();
    };
    const forget = keepMarks(marksIn(element));
    let isAtOnce = true;
    setText(element, shown.body, settingOf(shown), {
      sanitise,
      pause,
      signal: controller.signal,
      onProgress,
    }).then(isSet => isSet && onSet?.());
    isAtOnce = false;
    return () => {
      controller.abort();
      forget();
    };
  }, [shown.identifier, shown.body]);
  return (
    <div class="reader-document">
      {done < 1 && (
        <div class="setting" role="status">
          <progress value={done} aria-label="Setting the text" />
          <span> Setting a long document …</span>
        </div>
      )}
      <div class="law" ref={root} />
    </div>
  );
}

/** Shows the target of the fragment as soon as it is on the page, unless the reader has begun to scroll. */
function pendingFragment(): () => void {
  let { hash } = currentAddress();
  return () => {
    if (hash !== '' && (window.scrollY > 0 || showFragment(hash))) hash = '';
  };
}
