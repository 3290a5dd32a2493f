import type { Level } from '../schema.ts';

/** For each `TYPE` of a division: the level, the prefix of its identifier segment, and the first words of its heading. */
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

/** `F-Cost Sharing`, `101-1—General`: a hyphen separates number and name only before a word. */
const ONE = /^([^\s—–[]+?)(?:(?:\s*[—–]+|-{1,2}(?=\p{L}{2})|\s|(?=\[))\s*(.*))?$/u;
/** `C-D [Reserved]` */
const SEVERAL = /^([^\s—–[]+)(?:[\s—–]*(.*))?$/;

/** Splits a level's heading into number and name. `N` is `0` or `S C` for levels without a number. */
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

/** The name of a subject group in identifiers. Its number changes between editions. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’‘]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)
    .replace(/-$/, '');
