import { levelTitle } from '../../../contract/document-levels.ts';
import { structureLevelUrl, structureUrl } from '../../../contract/paths.ts';
import type { Source } from '../../../contract/sources.ts';
import { levelFeed } from '../../feeds/level-feed.ts';
import { webHref } from '../address.ts';
import type { LevelDetail, LevelSummary } from '../api-types.ts';
import { asText } from '../format.ts';
import { hasArchive } from '../has-archive.ts';
import { neighborsOf } from '../neighbors.ts';
import { useApi } from '../use-api.ts';
import { type Neighbor, Neighbors } from './neighbors.tsx';

export interface LevelFootProps {
  source: Source;
  /** Levels with pages of lists from the title down, as in `WebPlace`: they have feeds. */
  numbers: Readonly<Record<string, string>>;
  /** Null where the page is not about a level that the API knows, or has links of its own to others. */
  beside: BesideProps | null;
}

interface BesideProps {
  identifier: string;
  /** The identifier of the level above; null for a title. Where it is not known, the level is asked for it. */
  above: string | null | undefined;
  /** The web path of a level beside this one; null for those that links pass over. */
  pathOf: (level: LevelSummary) => string | null;
}

/** What stands below the page of a level: the levels before and after, and the feed of what changes. */
export function LevelFoot({ source, numbers, beside }: LevelFootProps) {
  const feed = hasArchive() ? levelFeed(source, numbers) : null;
  return (
    <>
      {beside && <Beside source={source} {...beside} />}
      {feed !== null && (
        <p class="changes-feed">
          <a href={webHref(feed)} type="application/atom+xml">
            Feed of what changes here
          </a>
        </p>
      )}
    </>
  );
}

/** Links to the levels before and after, as the level above has them. */
function Beside({ source, identifier, above: known, pathOf }: BesideProps & { source: Source }) {
  const own = useApi<LevelDetail>(known === undefined ? structureLevelUrl(source, identifier) : null);
  const above = known ?? own.answer?.data.path.at(-1)?.identifier ?? null;
  const isKnown = known !== undefined || own.answer !== null;
  const target = above === null ? structureUrl(source) : structureLevelUrl(source, above);
  // Neighbors are optional: if they cannot be found, nothing is said.
  const { answer } = useApi<LevelSummary[] | LevelDetail>(isKnown ? target : null);
  const data = answer?.data ?? [];
  const linked = (Array.isArray(data) ? data : data.children).flatMap(level => {
    const to = pathOf(level);
    return to === null
      ? []
      : [{ identifier: level.identifier, label: asText(levelTitle(source, level)), to }];
  });
  const { before, after } = neighborsOf<Neighbor & { identifier: string }>(
    linked,
    each => each.identifier === identifier,
  );
  return <Neighbors before={before} after={after} label="Previous and next level" />;
}
