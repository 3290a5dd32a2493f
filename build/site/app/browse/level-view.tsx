import { innerLevels, levelLabel, levelPlural, outerLevel } from '../../../contract/levels.ts';
import { placeHead } from '../../../contract/place-head.ts';
import type { Level } from '../../../contract/sources/entry.ts';
import type { Source } from '../../../contract/sources.ts';
import { type WebPlace, webPathOfPlace } from '../../../contract/web-path.ts';
import { isStatic, webHref } from '../address.ts';
import type { LevelSummary, ListItem } from '../api-types.ts';
import { changesTab } from '../changes-tab.ts';
import { type Crumb, sourceCrumb } from '../components/breadcrumbs.tsx';
import { lazy } from '../components/lazy.tsx';
import { Missing } from '../components/missing.tsx';
import { Name } from '../components/name.tsx';
import { Neighbors } from '../components/neighbors.tsx';
import { Tabs } from '../components/tabs.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { counted } from '../format.ts';
import { neighborsOf } from '../neighbors.ts';
import type { Address } from '../router.ts';
import { useApi } from '../use-api.ts';
import { useLater } from '../use-later.ts';
import { chapterStart } from './chapter-start.ts';
import { DocumentList } from './document-list.tsx';
import { innermostLevel } from './grouping.ts';
import { documentsSearch, fixedBy, isInvalid, listPlan, pageSearch, wholePlan } from './list-query.ts';
import type { Inner, Outer } from './outer.ts';
import { useLevelPage } from './use-level-page.ts';

const LevelFoot = lazy(() => import('../components/level-foot.tsx').then(module => module.LevelFoot), true);

interface Props {
  source: Source;
  outer: Outer;
  /** A chapter, or a part with or without its chapter. */
  web: WebPlace;
  address: Address;
}

/** The documents of a chapter, or of a lower level such as a part. */
export function LevelView({ source, outer, web, address }: Props) {
  const isTime = useLater(true);
  const outermost = outerLevel(source);
  const levels = innerLevels(source);
  const first = levels[0] as Level;
  const numbers = web.numbers ?? {};
  const given = levels.filter(({ name }) => name in numbers);
  const shown = given.at(-1) ?? first;
  const isFirst = shown === first;
  // Several chapters of a title may share a number, and then share a page.
  const chapters = outer.inner.filter(({ number }) => number === numbers[first.name]);
  const chapter = chapters[0];
  const outerPlace = {
    view: 'level',
    source: source.id,
    numbers: { [outermost.name]: String(outer.number) },
  } as const;
  const outerPath = webPathOfPlace(outerPlace);
  const fixed = fixedBy(source, outer.number, web);
  const outerSearch = pageSearch(documentsSearch, chapterStart(outer.inner, numbers[first.name]));
  // Only its documents tell a part's name and whether it exists, and which level it is.
  const plan = isStatic()
    ? listPlan(source, fixedBy(source, outer.number, outerPlace), outerSearch)
    : wholePlan(source, fixed, isFirst ? address.search : '');
  const listed = useApi<ListItem[]>(isInvalid(plan) ? null : plan.target);
  const member = listed.answer?.data.find(
    ({ metadata }) => String(metadata[shown.field]) === numbers[shown.name],
  );
  const level = useLevelPage(chapters.length > 1 ? null : (member ?? null), web);
  const ownName = isStatic() ? null : listed.answer?.data[0]?.metadata[`${shown.name}_name`];
  const here = levelLabel(shown, numbers[shown.name] ?? '');
  const isMissing =
    (first.name in numbers && !chapter) || (!isFirst && !isStatic() && listed.answer?.data.length === 0);
  if (isMissing) {
    const title = `${outermost.name} ${outer.number}`;
    return (
      <Missing>
        <p>
          {here} of {title} of the {source.name} is not here. <a href={webHref(outerPath)}>All of {title}</a>
        </p>
      </Missing>
    );
  }
  const outerLabel = levelLabel(outermost, String(outer.number));
  const { before, after } = neighborsOf(firstOfNumber(outer.inner), each => each === chapter);
  const toInner = (each: Inner | null) =>
    each && { label: levelLabel(first, each.number), to: pathWith({ [first.name]: each.number }) };
  const pathWith = (inner: Readonly<Record<string, string>>): string =>
    webPathOfPlace({ ...outerPlace, numbers: { ...outerPlace.numbers, ...inner } });
  const upTo = (levels: readonly Level[]) =>
    Object.fromEntries(levels.map(({ name }) => [name, numbers[name] as string]));
  const toBeside = ({ level: word, number, document_count }: LevelSummary): string | null =>
    word === shown.name && number !== null && document_count > 0
      ? pathWith({ ...upTo(given), [shown.name]: number })
      : null;
  const crumbOf = (level: Level, i: number): Crumb => {
    const label = levelLabel(level, numbers[level.name] as string);
    return level === shown ? { label } : { label, to: pathWith(upTo(given.slice(0, i + 1))) };
  };
  const name = isFirst ? namesOf(chapters) : typeof ownName === 'string' ? ownName : '';
  const innermost = innermostLevel(source);
  const hasLower = innermost !== first.name;
  const page = !isFirst && !isStatic() && listed.isLoading ? null : placeHead(web);
  return (
    <>
      <ViewHead
        crumbs={[sourceCrumb(source), { label: outerLabel, to: outerPath }, ...given.map(crumbOf)]}
        above={`${outerLabel} ${here}`}
        heading={name === '' ? here : <Name text={name} />}
      >
        {isFirst && chapter && counted(documentsOf(chapters), 'document')}
      </ViewHead>
      <Tabs
        label="Show"
        tabs={[
          { label: 'Documents', to: address.path, isCurrent: true },
          ...(level === null ? [] : [{ label: 'Structure and notes', to: level.path, isCurrent: false }]),
          ...changesTab(level?.path ?? null),
        ]}
      />
      {isStatic() ? (
        <>
          <p class="note">
            This copy of the site is made of files alone, and no file holds {here.toLowerCase()} by itself:
            these are the documents of the {outermost.name} from about its beginning on.
          </p>
          <DocumentList
            source={source}
            fixed={fixedBy(source, outer.number, outerPlace)}
            // Other pages are those of the title.
            address={{ ...address, path: outerPath, search: outerSearch }}
            groupBy={innermost}
            page={page}
          />
        </>
      ) : (
        <DocumentList
          source={source}
          fixed={fixed}
          address={address}
          isWhole
          groupBy={!isFirst ? null : hasLower ? innermost : chapters.length > 1 ? first.name : null}
          page={page}
        />
      )}
      {isFirst && (
        <Neighbors
          label={`${levelPlural(first)} before and after`}
          before={toInner(before)}
          after={toInner(after)}
        />
      )}
      {isTime && (
        <LevelFoot
          source={source}
          numbers={numbers}
          beside={isFirst || level === null ? null : { ...level, pathOf: toBeside }}
        />
      )}
    </>
  );
}

const firstOfNumber = (inner: readonly Inner[]): Inner[] =>
  inner.filter(({ number }, i) => inner[i - 1]?.number !== number);

const namesOf = (inner: readonly Inner[]): string => inner.flatMap(({ name }) => name ?? []).join('; ');

const documentsOf = (inner: readonly Inner[]): number => inner.reduce((sum, { count }) => sum + count, 0);
