import type { Level } from '../schema.ts';

/** By a division's `TYPE`: the level, what its segment of an identifier begins with, and the words that its heading begins with. */
export const LEVELS: Readonly<Record<string, { level: string; segment: string; word: RegExp }>> = {
  TITLE: { level: 'title', segment: 't', word: /^title\s+/i },
  SUBTITLE: { level: 'subtitle', segment: 'st', word: /^subtitles?\s+/i },
  CHAPTER: { level: 'chapter', segment: 'ch', word: /^chapters?\s+/i },
  SUBCHAP: { level: 'subchapter', segment: 'sch', word: /^subchap(?:ter)?s?\s+/i },
  PART: { level: 'part', segment: 'p', word: /^parts?\s+/i },
  SUBPART: { level: 'subpart', segment: 'sp', word: /^subparts?\s+/i },
  SUBJGRP: { level: 'subject_group', segment: 'sg', word: /^$/ },
};

export interface Named {
  level: string;
  number: string | null;
  name: string | null;
  identifier: string | null;
  isReserved: boolean;
}

const RESERVED = /\[\s*reserved\s*\]\.?\s*$|^\W*reserved\W*$/i;

export const isReserved = (heading: string): boolean => RESERVED.test(heading);

/** `F-Cost Sharing`, `101-1—General`: a hyphen parts number and name only where a word follows. */
const ONE = /^([^\s—–[]+?)(?:(?:\s*[—–]+|-{1,2}(?=\p{L}{2})|\s|(?=\[))\s*(.*))?$/u;
/** `C-D [Reserved]` */
const SEVERAL = /^([^\s—–[]+)(?:[\s—–]*(.*))?$/;

/** Number and name of a level as its heading tells them: `N` is `0` or `S C` where no number is. */
export function numberAndName(level: Level, heading: string): Omit<Named, 'identifier'> {
  const { word } = Object.values(LEVELS).find(({ level: name }) => name === level.level) ?? {};
  const common = { level: level.level, isReserved: isReserved(heading) };
  const attribute = (level.attributes.N ?? '').replace(/\[.*$/, '').trim();
  if (word === undefined || level.level === 'subject_group' || !word.test(heading)) {
    const isNumber = level.level !== 'subject_group' && /^(?!0$)[\w.-]+$/.test(attribute);
    return { ...common, number: isNumber ? attribute : null, name: heading || null };
  }
  const isOne = !/s$/i.test(word.exec(heading)![0].trim());
  const [, number = '', name = ''] = (isOne ? ONE : SEVERAL).exec(heading.replace(word, '')) ?? [];
  return { ...common, number: number || attribute || null, name: name.trim() || null };
}

/** How a subject group is named in an identifier: its number changes between editions. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’‘]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)
    .replace(/-$/, '');
