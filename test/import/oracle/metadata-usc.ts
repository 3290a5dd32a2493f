import { isFootnote } from './blocks.ts';
import { lastOf, writtenDays } from './dates.ts';
import { levelOf, pathOf } from './hierarchy.ts';
import type { Fields, Known } from './metadata.ts';
import type { Schema } from './schemas.ts';
import { below, childOf, type Element, elementsIn, lineOf } from './tree.ts';
import { titleNumber } from './units.ts';

const isCallOrNote = (element: Element): boolean =>
  isFootnote(element) || element.attributes.class === 'footnoteRef' || element.name === 'toc';

const line = (element: Element | undefined): string => lineOf(element, isCallOrNote);

/** Titles enacted as law, for files of 2013, which do not state it. */
const POSITIVE = new Set(
  '1 3 4 5 9 10 11 13 14 17 18 23 28 31 32 35 36 37 38 39 40 41 44 46 49 51'.split(' '),
);

export function uscMetadata(root: Element, schema: Schema, known: Known): (unit: Element) => Fields {
  const label = titleNumber(root);
  const meta = [...below(root)].find(({ name }) => name === 'meta')!;
  const property = elementsIn(meta).find(({ attributes }) => attributes.role === 'is-positive-law');
  const isPositive = property ? lineOf(property) === 'yes' : POSITIVE.has(label);
  const release = /@(.+)$/.exec(lineOf(childOf(meta, 'docPublicationName')))?.[1] ?? null;
  const shared = {
    source: 'usc',
    legal_status: isPositive ? 'official_legal_evidence' : 'official_prima_facie',
    title_number: Number.parseInt(label, 10),
    positive_law: isPositive,
    release_point: release,
    currency: known.day,
  };
  return unit => {
    const kind = { courtRule: 'rule', reorganizationPlan: 'plan' }[unit.name] ?? null;
    const num = childOf(unit, 'num');
    const heading = line(childOf(unit, 'heading'));
    const credit = childOf(unit, 'sourceCredit');
    const number = num?.attributes.value?.trim();
    return {
      ...shared,
      ...levelFields(unit, schema),
      identifier: unit.attributes.identifier!.trim().replace(/\s+/g, ' '),
      granularity: kind,
      ...(number ? { section_number: number } : {}),
      section_name: heading,
      status: unit.attributes.status ?? null,
      source_credit: line(credit) || null,
      last_updated: (credit && lastDayOf(credit)) ?? known.day,
      notes: notesOf(unit),
    };
  };
}

function lastDayOf(credit: Element): string | null {
  const days = [...below(credit)].flatMap(({ name, attributes }) => {
    const act = /^\/us\/act\/(\d{4}-\d{2}-\d{2})/.exec(attributes.href ?? '')?.[1];
    return name === 'date' ? [attributes.date!] : act ? [act] : [];
  });
  return lastOf(days) ?? lastOf(writtenDays(lineOf(credit)));
}

const NAMED = new Set(['subtitle', 'division', 'part', 'chapter', 'subchapter']);

/** Number and name of the levels that have fields of their own: `7A` of `CHAPTER 7A—`. */
function levelFields(unit: Element, schema: Schema): Fields {
  const fields: Record<string, unknown> = {};
  for (const level of NAMED) Object.assign(fields, { [`${level}_number`]: null, [`${level}_name`]: null });
  for (const container of pathOf(unit, schema).slice(1)) {
    const level = levelOf(container);
    if (!NAMED.has(level)) continue;
    const own = new RegExp(`^${level}\\s+([^\\s—–-]+(?:[-–][\\dA-Z]+)*)`, 'i').exec(
      line(childOf(container, 'num')),
    )?.[1];
    fields[`${level}_number`] = own ?? childOf(container, 'num')?.attributes.value ?? null;
    fields[`${level}_name`] = line(childOf(container, 'heading')) || null;
  }
  return fields;
}

const notesOf = (unit: Element): unknown[] =>
  elementsIn(unit)
    .filter(({ name }) => name === 'notes')
    .slice(0, 1)
    .flatMap(elementsIn)
    .filter(({ name, attributes: { role, topic } }) => name === 'note' && role !== 'crossHeading' && topic)
    .map(note => ({
      topic: note.attributes.topic,
      ...(line(childOf(note, 'heading')) ? { heading: line(childOf(note, 'heading')) } : {}),
    }));
