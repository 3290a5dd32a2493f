import { lastOf, writtenDays } from './dates.ts';
import { judgedDays } from './fr-dates.ts';
import type { Fields } from './metadata.ts';
import { ancestorsOf, below, childOf, type Element, elementsIn, lineOf } from './tree.ts';

/** Fields of units in files of GPO's USLM, with the values that their documents must have. */
export interface UnitFields {
  /** The number of a document or a section. */
  number: string;
  fields: Fields;
}

const sgmlOf = ({ attributes: { style = '' } }: Element): string => style.replace('-uslm-sgm:', '');

const hyphened = (text: string): string => text.replace(/\s*[\u2010-\u2015\u2212]\s*/g, '-');
const dashes = (text: string): string => text.replace(/[\u2010-\u2015\u2212]/g, '-');

const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter(text => text !== ''))];

const isCall = (element: Element): boolean =>
  element.name === 'footnote' ||
  (element.name === 'ref' && sgmlOf(element) === 'SU' && element.attributes.idref !== undefined);

const line = (element: Element | undefined): string => lineOf(element, isCall);

/** The documents of an issue of the Federal Register. */
export function issueFields(root: Element): UnitFields[] {
  const meta = childOf(root, 'meta')!;
  const day = line(childOf(meta, 'date'));
  const volume = Number(line(childOf(meta, 'volume')));
  const pages = listedPages(root);
  return [...below(root)]
    .filter(({ name }) => /^(?:rule|notice|presidentialDoc)$/.test(name))
    .map(document => documentFields(document, day, volume, pages));
}

function documentFields(
  document: Element,
  day: string,
  volume: number,
  pages: ReadonlyMap<string, [number, number] | null>,
): UnitFields {
  const closing = [...below(document)].filter(({ name }) => name === 'frDocId').map(line);
  const number = /Doc\.?\s*(?:No\.?\s*)?:?\s*([A-Z0-9]+(?:\s?-\s?[A-Z0-9]+)+)/i
    .exec(dashes(closing.join(' ')))?.[1]
    ?.replace(/\s/g, '');
  const preface = childOf(document, 'preface');
  const own = (name: string, ...kinds: string[]) =>
    (preface ? elementsIn(preface) : [])
      .filter(element => element.name === name && (kinds.length === 0 || kinds.includes(sgmlOf(element))))
      .map(line);
  const subject = own('subject').find(text => text !== '');
  const agencies = unique(own('organization', 'AGENCY', 'SUBAGY'));
  const dates = [...below(document)]
    .filter(element => element.name === 'statement' && /^(?:DATES|EFFDATE)$/.test(sgmlOf(element)))
    .flatMap(statement => elementsIn(childOf(statement, 'content') ?? statement))
    .filter(({ name }) => name === 'p')
    .map(line)
    .join(' ');
  const { effective, comments } = judgedDays(dates);
  const told = childOf(document, 'meta');
  const action = (told ? elementsIn(told) : []).find(
    ({ name, attributes }) => name === 'property' && attributes.role === 'ACTION',
  );
  const [start, end] = pages.get(number ?? '') ?? [];
  const isPlain = told !== undefined && line(childOf(told, 'startingPage')) === String(start);
  return {
    number: number ?? '',
    fields: {
      identifier: `/us/fr/${number}`,
      source: 'fr',
      document_number: number,
      document_type: kindOf(document),
      ...(subject ? { title: subject, section_name: subject } : {}),
      ...{ publication_date: day, currency: day, last_updated: day, fr_volume: volume },
      ...(isPlain ? { start_page: start, end_page: end, fr_citation: `${volume} FR ${start}` } : {}),
      agencies,
      agency: agencies[0] ?? null,
      ...(action ? { fr_action: line(action) } : {}),
      docket_ids: unique(
        own('property', 'DEPDOC')
          .flatMap(text => dashes(text).split(/[;[\]]/))
          .map(text => text.trim()),
      ),
      cfr_references: unique(own('affected').flatMap(partsIn)),
      rin:
        unique(own('property', 'RIN').flatMap(text => dashes(text).match(/\d{4}-[A-Z]{2}\d+/gi) ?? [])).join(
          ', ',
        ) || null,
      ...{ effective_date: effective, comments_close_date: comments },
    },
  };
}

function kindOf(document: Element): string {
  if (document.name === 'presidentialDoc') return 'presidential_document';
  const isProposed = ancestorsOf(document).some(({ name }) => name === 'proposedRules');
  return document.name === 'rule' && isProposed ? 'proposed_rule' : document.name;
}

/** `12 CFR Parts 1002 and 1026` names two. */
function partsIn(text: string): string[] {
  const [, title, rest] = /^(\d+)\s+CFR\s+Parts?\s+(.*)$/i.exec(text) ?? [];
  const parts = rest?.match(/\b\d+[a-z]?\b/g) ?? [];
  return title && parts.length > 0 ? parts.map(part => `${title} CFR Part ${part}`) : [text];
}

/** Pages under which the table of contents lists a single document; null if there are two of them. */
function listedPages(root: Element): Map<string, [number, number] | null> {
  const found = new Map<string, [number, number] | null>();
  const contents = [...below(root)].find(({ attributes }) => attributes.role === 'fr-contents');
  const targets = contents ? [...below(contents)].filter(({ name }) => name === 'target') : [];
  targets.forEach((target, i) => {
    if (sgmlOf(target) !== 'FRDOCBP') return;
    const [before, after] = [targets[i - 1], targets[i + 1]];
    const isOnly = before && sgmlOf(before) === 'PGS' && (!after || sgmlOf(after) !== 'FRDOCBP');
    const [, first, last = first] =
      /^(\d+)(?:-(\d+))?[,.]?$/.exec(hyphened(isOnly ? line(before) : '')) ?? [];
    const pages: [number, number] | null = first ? [Number(first), Number(last)] : null;
    const number = dashes(line(target));
    const known = found.get(number);
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(pages);
    found.set(number, isSame ? pages : null);
  });
  return found;
}

const LEVELS: Readonly<Record<string, string>> = {
  ...{ title: 'title', subtitle: 'subtitle', chapter: 'chapter', subchapter: 'subchapter' },
  ...{ part: 'part', subpart: 'subpart', level: 'subject_group' },
};

/** The sections of a volume of the printed CFR. */
export function volumeFields(root: Element): UnitFields[] {
  const meta = childOf(root, 'meta')!;
  const title = Number(line(childOf(meta, 'docNumber')));
  const currency = line(childOf(meta, 'docReleasePoint'));
  return [...below(root)]
    .filter(({ name }) => name === 'section')
    .map(section => {
      const number = hyphened(line(childOf(section, 'num')).replace(/§/g, '')).trim();
      const path = ancestorsOf(section).filter(({ name }) => LEVELS[name] !== undefined);
      const nearest = (name: string, kind: string) =>
        [...path, section].reduce<string | null>((known, one) => statementOf(one, name, kind) ?? known, null);
      const sources = [...below(section)].filter(
        element => element.name === 'source' && sgmlOf(element) !== 'SOURCE' && !isIn(element, section),
      );
      const innermost = (level: string) => path.findLast(({ name }) => LEVELS[name] === level);
      const value = (level: string) => childOf(innermost(level) ?? section, 'num')?.attributes.value;
      const group = innermost('subject_group');
      const name = line(childOf(section, 'heading'));
      return {
        number,
        fields: {
          ...{ source: 'ecfr', legal_status: 'official_prima_facie', title_number: title, currency },
          ...{ section_number: number, section_name: name || null },
          ...{
            cfr_part: value('part'),
            chapter_number: value('chapter'),
            subchapter_number: value('subchapter'),
          },
          cfr_subpart: innermost('subpart') ? value('subpart') : null,
          subject_group: group ? nameOf(group) : null,
          authority: nearest('authority', 'AUTH'),
          regulatory_source: nearest('source', 'SOURCE'),
          source_credit: sources.map(line).join(' ') || null,
          amendment_dates: unique(sources.flatMap(one => writtenDays(line(one))).sort()),
          last_updated:
            lastOf(sources.flatMap(one => writtenDays(line(one)))) ?? line(childOf(meta, 'created')),
          status: /\[\s*reserved\s*\]\.?\s*$/i.test(name) ? 'reserved' : null,
          levels: path.map(({ name }) => LEVELS[name]),
          names: path.map(nameOf),
        },
      };
    });
}

/** A group has no number: the words in its place are part of its name. */
const nameOf = (level: Element): string =>
  (level.name === 'level' ? line(childOf(level, 'num')) : '') + line(childOf(level, 'heading'));

/** Whether an element is within a quotation or a note of a unit. */
const isIn = (element: Element, unit: Element): boolean => {
  const path = ancestorsOf(element);
  return path.slice(path.indexOf(unit)).some(({ name }) => name === 'quotedContent' || name === 'note');
};

/** The words without their label. */
function statementOf(element: Element, name: string, kind: string): string | null {
  const found = elementsIn(element).find(one => one.name === name && sgmlOf(one) === kind);
  return found ? lineOf(found, inner => inner.name === 'heading') || null : null;
}
