import { useEffect, useState } from 'preact/hooks';
import { webPathOf } from '../../../contract/web-path.ts';
import { isStatic } from '../address.ts';
import { getJson } from '../api.ts';
import { type Neighbor, Neighbors } from '../components/neighbors.tsx';
import { fieldOf, type ReadDocument } from './document.ts';
import { type Found, type Item, type ItemPage, neighborsByCursor, neighborsInPages } from './neighbors.ts';

/** Links to the documents before and after. @param isWanted false until the text is on the page, which is loaded first */
export function NeighborLinks({ document, isWanted }: { document: ReadDocument; isWanted: boolean }) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    const ask = async (target: string): Promise<ItemPage | null> => {
      const answer = await getJson<Item[]>(target, controller.signal);
      // Neighbors are optional: if they cannot be found, nothing is said.
      return answer.ok ? answer : null;
    };
    const find = isStatic() ? neighborsInPages : neighborsByCursor;
    find(document, ask).then(neighbors => controller.signal.aborted || setFound(neighbors));
    return () => controller.abort();
  }, [document, isWanted]);
  return (
    <Neighbors
      before={neighbor(found?.previous)}
      after={neighbor(found?.next)}
      label="Previous and next document"
    />
  );
}

const neighbor = (item: Item | null | undefined): Neighbor | null =>
  item ? { label: fieldOf(item, 'display_title') ?? item.identifier, to: webPathOf(item) } : null;
