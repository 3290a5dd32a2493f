import { useEffect, useState } from 'preact/hooks';
import { webPathOf } from '../../../contract/web-path.ts';
import { isStatic, webHref } from '../address.ts';
import { getJson } from '../api.ts';
import { fieldOf, type ReadDocument } from './document.ts';
import {
  type Item,
  type ItemPage,
  type Neighbours,
  neighboursByCursor,
  neighboursInPages,
} from './neighbours.ts';

/** Links to the documents before and after. @param isWanted false until the text stands: it comes first */
export function NeighbourLinks({ document, isWanted }: { document: ReadDocument; isWanted: boolean }) {
  const [found, setFound] = useState<Neighbours | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    const ask = async (target: string): Promise<ItemPage | null> => {
      const answer = await getJson<Item[]>(target, controller.signal);
      // Without them the page is whole: nothing is said where they cannot be found.
      return answer.ok ? answer : null;
    };
    const look = isStatic() ? neighboursInPages : neighboursByCursor;
    look(document, ask).then(neighbours => controller.signal.aborted || setFound(neighbours));
    return () => controller.abort();
  }, [document, isWanted]);
  return (
    <nav class="neighbours" aria-label="Previous and next">
      {found?.previous && link(found.previous, 'prev', 'Previous')}
      {found?.next && link(found.next, 'next', 'Next')}
    </nav>
  );
}

const link = (item: Item, rel: 'prev' | 'next', label: string) => (
  <a class={`neighbour neighbour-${rel}`} rel={rel} href={webHref(webPathOf(item))}>
    <span class="neighbour-label">{label}</span>
    <span>{fieldOf(item, 'display_title') ?? item.identifier}</span>
  </a>
);
