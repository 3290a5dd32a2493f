import { webHref } from '../address.ts';
import { currentAddress } from '../router.ts';
import { Beside } from './beside.tsx';
import type { Entry } from './typeset/contents.ts';

/** Shorter documents need no contents. */
const LEAST = 3;
/** Longer contents show the outermost headings only. */
const MOST = 250;

/** The headings of a document. @param isFolded above the text, on narrow screens; else beside the text */
export function Contents({ entries, isFolded = false }: { entries: readonly Entry[]; isFolded?: boolean }) {
  if (entries.length < LEAST) return null;
  const shown = entries.filter(({ rank }) => rank <= 3);
  const list = (shown.length > MOST ? entries.filter(({ rank }) => rank === 2) : shown).slice(0, MOST);
  const { path, search } = currentAddress();
  return (
    <Beside summary="Contents" isFolded={isFolded}>
      <ul>
        {list.map(({ id, text, rank }) => (
          <li key={id} class={`rank-${rank}`}>
            <a href={`${webHref(path + search)}#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </Beside>
  );
}
