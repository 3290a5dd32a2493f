import fs from 'node:fs';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { documentPath, structureLevelPath } from '../../build/contract/paths.ts';
import {
  CITING_PLACES,
  REFERENCE_LISTS,
  REFERENCES_LIMIT,
  type Reference,
  type ReferenceCounts,
  type ReferenceList,
} from '../../build/contract/reference.ts';
import { referencesFile } from '../../build/contract/references.ts';
import { SOURCES, type SourceId, sourceOf } from '../../build/contract/sources.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { readSubject, type Subject, subjectOfFile } from '../../build/references/subjects.ts';

/** References in a tree, for tests. */

/** Both lists of a subject, whole. */
export interface Lists extends Record<ReferenceList, readonly Reference[]> {
  identifier: string;
  counts: Record<ReferenceList, ReferenceCounts>;
}

const FIRST = /\/references\.json$/;
export const PAGE_OF_REFERENCES = /\/references(?:\/_q\/[^/]+)?\.json$/;

const jsonOf = (dist: string, file: string) => JSON.parse(fs.readFileSync(path.join(dist, file), 'utf8'));

/** Paths of all pages of references. */
export const referencePages = (dist: string): string[] =>
  [...filesUnder(dist, 'api')].filter(name => PAGE_OF_REFERENCES.test(name)).sort();

/** The whole lists of a subject, from all of its files. @param first the path of the first */
function listsIn(dist: string, first: string): Lists {
  const { data } = jsonOf(dist, first);
  const subject = readSubject(subjectOfFile(first)) as Subject;
  const lists: Lists = { ...data };
  for (const list of REFERENCE_LISTS) {
    const total = Object.values(lists.counts[list]).reduce((sum, count) => sum + count, 0);
    const { max: limit } = REFERENCES_LIMIT;
    const items = [...lists[list]];
    for (let offset = limit; offset < total; offset += limit) {
      const page = jsonOf(dist, referencesFile({ ...subject, list, page: { limit, offset } }) as string);
      assert.is(page.pagination.total, total);
      items.push(...page.data);
    }
    assert.is(items.length, total, `${first} ${list}`);
    lists[list] = items;
  }
  return lists;
}

/** The lists of all subjects that have any, by their paths without an ending. */
export function allReferences(dist: string): Map<string, Lists> {
  const pages = referencePages(dist).filter(name => FIRST.test(name));
  return new Map(pages.map(name => [subjectOfFile(name), listsIn(dist, name)]));
}

/** The lists of a document; null where it has none. */
export function referencesOf(dist: string, id: SourceId, shorthand: string): Lists | null {
  const source = sourceOf(id);
  return listsAt(dist, documentPath(source, source.namespace + shorthand, 'json'));
}

/** The lists of a level; null where it has none. */
export function referencesOfLevel(dist: string, id: SourceId, shorthand: string): Lists | null {
  const source = sourceOf(id);
  return listsAt(dist, structureLevelPath(source, source.namespace + shorthand));
}

function listsAt(dist: string, own: string): Lists | null {
  const first = own.replace(/\.json$/, '/references.json');
  return fs.existsSync(path.join(dist, first)) ? listsIn(dist, first) : null;
}

/** The path of the subject that an address names. */
const subjectAt = (url: string): string => decodeURIComponent(url).slice(1);

/** A citation as both of its ends tell it. */
const line = (citing: string, cited: string, { where, count, pinpoints }: Reference): string =>
  JSON.stringify([citing, cited, where, count, pinpoints]);

/** Fails unless `cited_by` is the inverse of `cites`, and items tell of the tree what is so. @returns the number of citations within the tree */
export function assertInverse(dist: string): number {
  const all = allReferences(dist);
  const told = subjectsOf(dist);
  const [cites, citedBy]: [string[], string[]] = [[], []];
  for (const [subject, lists] of all) {
    assert.ok(fs.existsSync(path.join(dist, `${subject}.json`)), subject);
    assert.is(lists.identifier, readSubject(subject)?.identifier);
    for (const item of lists.cites)
      if (item.url !== null) cites.push(line(subject, subjectAt(item.url), item));
    for (const item of lists.cited_by) citedBy.push(line(subjectAt(item.url ?? ''), subject, item));
    for (const list of REFERENCE_LISTS) {
      assert.equal(lists.counts[list], countsOf(lists[list], list), `${subject} ${list}`);
      for (const item of lists[list]) assertItem(told, item, subject);
    }
  }
  assert.equal(citedBy.sort(), cites.sort());
  return cites.length;
}

/** What the tree tells of a subject. */
interface Told {
  identifier: string;
  display_title: string;
}

/** Reads each subject once: some are cited by hundreds. */
function subjectsOf(dist: string): (subject: string) => Told {
  const known = new Map<string, Told>();
  const read = (subject: string): Told => {
    const { data } = jsonOf(dist, `${subject}.json`);
    const { identifier, level = '', number, name } = data;
    const titleOfLevel = [`${level[0]?.toUpperCase()}${level.slice(1)}`, number].filter(Boolean).join(' ');
    const ofLevel = name === null ? titleOfLevel : `${titleOfLevel} - ${name}`;
    return { identifier, display_title: data.metadata ? data.metadata.display_title : ofLevel };
  };
  return subject => {
    const told = known.get(subject) ?? read(subject);
    known.set(subject, told);
    return told;
  };
}

function assertItem(
  told: (subject: string) => Told,
  { identifier, url, display_title, ...item }: Reference,
  subject: string,
): void {
  const label = `${subject}: ${identifier}`;
  assert.ok(CITING_PLACES.includes(item.where), label);
  assert.ok(item.count >= Math.max(1, item.pinpoints.length), label);
  assert.ok(item.pinpoints.length <= 50, label);
  const named = item.pinpoints.map(pinpoint => pinpoint.join('/'));
  assert.ok(!named.includes(''), label);
  assert.is(new Set(named).size, named.length, label);
  if (url === null) {
    assert.is(display_title, null, label);
    return;
  }
  assert.is.not(subjectAt(url), subject, label);
  const cited = told(subjectAt(url));
  assert.is(cited.identifier, identifier, label);
  assert.is(display_title, cited.display_title, label);
}

function countsOf(items: readonly Reference[], list: ReferenceList): ReferenceCounts {
  const counts: ReferenceCounts = Object.fromEntries(SOURCES.map(({ id }) => [id, 0]));
  if (list === 'cites') counts.other = 0;
  for (const { identifier } of items) {
    const source = SOURCES.find(({ namespace }) => identifier.startsWith(namespace))?.id ?? 'other';
    counts[source] = (counts[source] ?? 0) + 1;
  }
  return counts;
}

/** Adds a document that cites 250 others, so that its lists have further pages: `/us/usc/t17/s900`. */
export function addLongList(corpus: string): void {
  const folder = path.join(corpus, 'usc/title-17/chapter-01');
  const text = fs
    .readFileSync(path.join(folder, 'section-107.md'), 'utf8')
    .replaceAll('/us/usc/t17/s107', '/us/usc/t17/s900')
    .replace(
      /\n\n# .*\n/,
      `$&\nSee ${Array.from({ length: 244 }, (_, i) => `section ${5000 + i}`).join('; ')}.\n`,
    );
  const more = ['106(a)', '106(b)', '107', '108', '1010'].map(number => `section ${number}`).join('; ');
  fs.writeFileSync(
    path.join(folder, 'section-900.md'),
    text.replace('See section 5000', `See ${more}; section 5000`),
  );
}

/** `text 2 /us/usc/t17/s107 (a)(1)`, in the order of the list; `?` in front of what the corpus does not hold. */
export const briefly = (items: readonly Reference[]): string[] =>
  items.map(({ identifier, url, where, count, pinpoints }) =>
    [
      `${url === null ? '?' : ''}${where} ${count} ${identifier}`,
      ...pinpoints.map(labels => labels.map(label => `(${label})`).join('')),
    ].join(' '),
  );
