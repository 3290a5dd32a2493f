/** No range of the Code has more. */
const MOST_MEMBERS = 2_000;

/** `228`, `228a`, `228c–1`. */
const NUMBER = /^(\d+)([a-z]*)(?:([\u2010-\u2015-])(\d+))?$/i;
const RANGE = /^(.+?)(?: to |\.\.\.|—| through )(.+)$/;

/**
 * Lists the other addresses of a unit. If its identifier names several sections or a range of them, each section has its
 * address. A dash is also spelled as a hyphen, as people type it.
 * @param identifier as in the XML, such as `/us/usc/t48/s641 to 644` or `/us/usc/t24/s1 /us/usc/t24/s2`
 * @param paragraphs of the unit: in a range they name sections that counting does not find, such as `381a`
 */
export function aliasesOf(identifier: string, paragraphs: () => readonly string[] = () => []): string[] {
  const aliases = new Set<string>();
  const named = identifier.split(/\s+(?=\/us\/)/);
  for (const one of named) {
    if (named.length > 1) aliases.add(one);
    for (const member of membersOf(one, paragraphs)) aliases.add(member);
  }
  for (const alias of [identifier, ...aliases]) aliases.add(alias.replace(/[\u2010-\u2015]/g, '-'));
  aliases.delete(identifier);
  return [...aliases].filter(alias => !/\s\//.test(alias));
}

/** @param identifier of one section, or of several: `…/s73, 73a`, `…/s641 to 644` */
function membersOf(identifier: string, paragraphs: () => readonly string[]): string[] {
  const [, base, list] = /^(.*\/s)([^/]+)$/.exec(identifier) ?? [];
  if (base === undefined || list === undefined) return [];
  const parts = list.split(/, (?:and )?| and /);
  const members = parts.flatMap(part => {
    const [, first, last] = RANGE.exec(part) ?? [];
    if (first === undefined || last === undefined) return [part];
    return [...between(first, last), ...namedBetween(first, last, paragraphs())];
  });
  return members.length === 1 && members[0] === list ? [] : members.map(member => base + member);
}

/** Both ends and the members between them: numbers, letters of the last number, or suffixes of one section. */
function between(first: string, last: string): string[] {
  const [, start, startLetters = '', , startSuffix = '0'] = NUMBER.exec(first) ?? [];
  const [, end, endLetters = '', dash = '', endSuffix] = NUMBER.exec(last) ?? [];
  if (start === undefined || end === undefined) return [first, last];
  const members = [first];
  for (let number = Number(start) + 1; number <= Number(end) && members.length < MOST_MEMBERS; number++) {
    members.push(String(number));
  }
  const before = start === end ? letterIndex(startLetters) : 0;
  // A section with a suffix follows the one without.
  const after = letterIndex(endLetters) + (endSuffix === undefined ? 0 : 1);
  for (let at = before + 1; at < after && at <= LETTERS; at++) {
    members.push(end + String.fromCharCode(96 + at));
  }
  const isOneSection = start + startLetters === end + endLetters;
  for (let at = Number(startSuffix) + 1; isOneSection && at < Number(endSuffix); at++) {
    members.push(end + endLetters + dash + at);
  }
  return [...new Set([...members, last])];
}

const LETTERS = 26;

/** 0 for none, 1 for `a`; several letters sort after all single ones. */
const letterIndex = (letters: string): number =>
  letters === '' ? 0 : letters.length > 1 ? LETTERS + 1 : letters.toLowerCase().charCodeAt(0) - 96;

/** Returns sections of a range that begin a paragraph (`Section 381a, act May 4, 1934, …`). */
function namedBetween(first: string, last: string, paragraphs: readonly string[]): string[] {
  const from = Number.parseInt(first, 10);
  const to = Number.parseInt(last, 10);
  return paragraphs.flatMap(paragraph => {
    const number = TOLD.exec(paragraph)?.[1];
    if (number === undefined) return [];
    const at = Number.parseInt(number, 10);
    return at >= from && at <= to ? [number] : [];
  });
}

const TOLD = /^\s*Section (\d+[a-z]*(?:[\u2010-\u2015-]\d+)?),/i;
