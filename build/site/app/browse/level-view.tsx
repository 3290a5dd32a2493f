import type { Source } from '../../../contract/sources.ts';
import { type WebPlace, webPathOfPlace } from '../../../contract/web-path.ts';
import { isStatic, webHref } from '../address.ts';
import type { Chapter, ListItem, TitleDetail } from '../api-types.ts';
import { Missing } from '../components/missing.tsx';
import { Name } from '../components/name.tsx';
import { Neighbors } from '../components/neighbors.tsx';
import { ViewHead } from '../components/view-head.tsx';
import { counted } from '../format.ts';
import { pageOf } from '../head.ts';
import { neighborsOf } from '../neighbors.ts';
import type { Place } from '../router.ts';
import { useApi } from '../use-api.ts';
import { chapterStart } from './chapter-start.ts';
import { DocumentList } from './document-list.tsx';
import { documentsSearch, fixedBy, isInvalid, pageSearch, wholePlan } from './list-query.ts';

interface Props {
  source: Source;
  title: TitleDetail;
  /** Of a chapter, or of a part, with its chapter or without. */
  web: WebPlace;
  place: Place;
}

/** The documents of a chapter or a part. */
export function LevelView({ source, title, web, place }: Props) {
  const { chapter: chapterNumber, part } = web;
  // Several chapters of a title may have one number: its page holds them all.
  const chapters = title.chapters.filter(({ chapter_number }) => chapter_number === chapterNumber);
  const chapter = chapters[0];
  const at = { source: source.id, title: String(title.title_number) };
  const titlePath = webPathOfPlace({ view: 'title', ...at });
  const fixed = fixedBy(title.title_number, web);
  // Only the documents tell what a part is called, and whether it is there.
  const plan = wholePlan(source, fixed, '');
  const first = useApi<ListItem[]>(part === undefined || isStatic() || isInvalid(plan) ? null : plan.target);
  const partName = first.answer?.data[0]?.metadata.part_name;
  const isMissing =
    (chapterNumber !== undefined && !chapter) || (part !== undefined && first.answer?.data.length === 0);
  if (isMissing) {
    return (
      <Missing>
        <p>
          {part === undefined ? `Chapter ${chapterNumber}` : `Part ${part}`} of title {title.title_number} of
          the {source.name} is not here. <a href={webHref(titlePath)}>All of title {title.title_number}</a>
        </p>
      </Missing>
    );
  }
  const chapterCrumb = { label: `Chapter ${chapterNumber}` };
  const chapterPath = webPathOfPlace({
    view: 'chapter',
    ...at,
    ...(chapterNumber && { chapter: chapterNumber }),
  });
  const { before, after } = neighborsOf(firstOfNumber(title.chapters), each => each === chapter);
  const toChapter = (each: Chapter | null) =>
    each && {
      label: `Chapter ${each.chapter_number}`,
      to: webPathOfPlace({ view: 'chapter', ...at, chapter: each.chapter_number }),
    };
  const here = part === undefined ? `Chapter ${chapterNumber}` : `Part ${part}`;
  const name = part === undefined ? namesOf(chapters) : typeof partName === 'string' ? partName : '';
  const hasParts = source.hierarchy.includes('part');
  const page = part !== undefined && first.isLoading ? null : pageOf(web, title);
  const titleSearch = pageSearch(documentsSearch, chapterStart(title.chapters, chapterNumber));
  return (
    <>
      <ViewHead
        crumbs={[
          { label: source.shortName, to: webPathOfPlace({ view: 'titles', source: source.id }) },
          { label: `Title ${at.title}`, to: titlePath },
          ...(chapter ? [part === undefined ? chapterCrumb : { ...chapterCrumb, to: chapterPath }] : []),
          ...(part === undefined ? [] : [{ label: here }]),
        ]}
        above={`Title ${at.title} ${here}`}
        heading={name === '' ? here : <Name text={name} />}
      >
        {part === undefined && chapter && counted(documentsOf(chapters), 'document')}
      </ViewHead>
      {isStatic() ? (
        <>
          <p class="note">
            This copy of the site is made of files alone, and no file holds {here.toLowerCase()} by itself:
            these are the documents of the title from about its beginning on.
          </p>
          <DocumentList
            source={source}
            fixed={[['title_number', at.title]]}
            // Other pages are those of the title.
            place={{ ...place, path: titlePath, search: titleSearch }}
            groupBy={hasParts ? 'part' : 'chapter'}
            page={page}
          />
        </>
      ) : (
        <DocumentList
          source={source}
          fixed={fixed}
          place={place}
          isWhole
          groupBy={part !== undefined ? null : hasParts ? 'part' : chapters.length > 1 ? 'chapter' : null}
          page={page}
        />
      )}
      {part === undefined && (
        <Neighbors label="Chapters before and after" before={toChapter(before)} after={toChapter(after)} />
      )}
    </>
  );
}

const firstOfNumber = (chapters: readonly Chapter[]): Chapter[] =>
  chapters.filter(({ chapter_number }, i) => chapters[i - 1]?.chapter_number !== chapter_number);

const namesOf = (chapters: readonly Chapter[]): string =>
  chapters.flatMap(({ chapter_name }) => chapter_name ?? []).join('; ');

const documentsOf = (chapters: readonly Chapter[]): number =>
  chapters.reduce((sum, { document_count }) => sum + document_count, 0);
