import { lastOf, writtenDays } from './dates.ts';
import { headIn, levelOf, pathOf } from './hierarchy.ts';
import type { Fields, Known } from './metadata.ts';
import { isWhole, type Schema } from './schemas.ts';
import { below, childOf, type Element, elementsIn, lineOf } from './tree.ts';
import { bareNumber, headOf, isCalled, titleNumber } from './units.ts';

const LABELS = new Set(['HED', 'HD']);

/** The words of an element's own authority or source, without their label. */
function statementOf(element: Element, name: string): string | null {
  for (const child of elementsIn(element)) {
    if (child.name === name) return lineOf(child, inner => LABELS.has(inner.name)) || null;
    const inside = /^(?:HEAD|TEXT)$/.test(child.name) ? statementOf(child, name) : null;
    if (inside) return inside;
  }
  return null;
}

export function cfrMetadata(root: Element, schema: Schema, known: Known): (unit: Element) => Fields {
  const title = titleNumber(root);
  const isPrinted = /^CFR/.test(root.name);
  const amended = isPrinted ? null : amendment(root);
  const currency = isPrinted ? revision(root) : (known.day ?? amended);
  return unit => {
    const path = pathOf(unit, schema);
    const nearest = (name: string) =>
      [...path, unit].reduce<string | null>((found, one) => statementOf(one, name) ?? found, null);
    const credits = elementsIn(unit).filter(({ name }) => name === 'CITA');
    const sectno = childOf(unit, 'SECTNO');
    const heading = lineOf(headOf(unit), isCalled);
    const isAppendix = unit.attributes.TYPE === 'APPENDIX' || unit.name === 'APPENDIX';
    const written = sectno ? lineOf(sectno) : unit.attributes.N!;
    return {
      source: 'ecfr',
      legal_status: isPrinted ? 'official_prima_facie' : 'authoritative_unofficial',
      title_number: Number(title),
      granularity: isAppendix ? 'appendix' : null,
      ...(isAppendix ? appendixNames(heading) : sectionNames(written, heading, unit)),
      ...(isWhole(root) ? levelFields(path) : {}),
      authority: nearest('AUTH'),
      regulatory_source: nearest('SOURCE'),
      source_credit: credits.map(credit => lineOf(credit)).join(' ') || null,
      ...(currency ? { currency } : {}),
      ...(isPrinted
        ? {}
        : { last_updated: lastOf(credits.flatMap(one => writtenDays(lineOf(one)))) ?? amended ?? known.day }),
      positive_law: false,
      status: /\[\s*reserved\s*\]\.?\s*$|^\W*reserved\W*$/i.test(heading) ? 'reserved' : null,
    };
  };
}

const levelFields = (path: readonly Element[]): Fields => ({
  cfr_part: numberIn(path, 'part'),
  cfr_subpart: numberIn(path, 'subpart'),
  chapter_number: numberIn(path, 'chapter'),
  subchapter_number: numberIn(path, 'subchapter'),
  subject_group: subjectGroup(path),
});

function amendment(root: Element): string | null {
  const days = [...below(root)].flatMap(element => {
    if (element.name === 'VOLUME') return element.attributes.AMDDATE ?? [];
    return element.name === 'AMDDATE' ? writtenDays(lineOf(element)) : [];
  });
  return lastOf(days);
}

/** The day of a volume's revision. */
function revision(root: Element): string | null {
  const told = [...below(root)].find(
    ({ name }) => name === 'REVISED' || name === 'ORIGINALDATE' || name === 'DATE',
  );
  const text = lineOf(told);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : (writtenDays(text)[0] ?? null);
}

function sectionNames(written: string, heading: string, unit: Element): Fields {
  const number = bareNumber(written);
  if (unit.name === 'SECTION')
    return {
      section_number: number,
      section_name: lineOf(childOf(unit, 'SUBJECT') ?? childOf(unit, 'RESERVED'), isCalled) || null,
    };
  // The name follows the number, however that is spaced.
  const letters = (text: string) => text.replace(/[§\s\u2010-\u2015-]+/g, '');
  let at = 0;
  for (let seen = ''; at < heading.length && seen !== letters(written); at++) seen += letters(heading[at]!);
  const isThere = letters(heading).startsWith(letters(written));
  return {
    section_number: number.replace(/(?<=\d)-\s*(?=\d)/g, '-'),
    ...(isThere ? { section_name: heading.slice(at).trim() || null } : {}),
  };
}

/** `Appendix A to Part 1—Name` */
function appendixNames(heading: string): Fields {
  const at = heading.search(/\s*(?:[—–]|--)/);
  const reserved = /\s*(\[reserved\])$/i;
  if (at < 0) {
    const name = reserved.exec(heading)?.[1] ?? null;
    return { section_number: heading.replace(reserved, ''), section_name: name };
  }
  return {
    section_number: heading.slice(0, at),
    section_name: heading.slice(at).replace(/^\s*(?:[—–]|--)\s*/, ''),
  };
}

const innermost = (path: readonly Element[], level: string) =>
  path.findLast(element => levelOf(element) === level);

/** The number in the heading, after the level's name. */
function numberIn(path: readonly Element[], level: string): string | null {
  const element = innermost(path, level);
  if (!element) return null;
  const heading = lineOf(headIn(element), isCalled);
  const told = /^(?:sub)?(?:title|chap(?:ter)?|part)s?\s+([^\s—–[]+)/i
    .exec(heading)?.[1]
    ?.replace(/-(?:\p{L}{2}.*)?$/u, '');
  const N = element.attributes.N?.replace(/\[.*$/, '').trim();
  return told ?? (N && N !== '0' && /^[\w.-]+$/.test(N) ? N : null);
}

const subjectGroup = (path: readonly Element[]): string | null => {
  const group = innermost(path, 'subject_group');
  return group ? lineOf(headOf(group), isCalled) || null : null;
};
