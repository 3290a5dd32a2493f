/** More no range of the Code has. */
const MOST_MEMBERS = 2_000;

const NUMBER = /^(\d+)([a-z]*)$/i;
const RANGE = /^(.+?)(?: to |\.\.\.|—| through )(.+)$/;

/**
 * The other addresses of a unit: those of its members, where its identifier names several sections or a range of them, and the
 * spelling with hyphens, which are what people type.
 *
 * @param identifier as the XML has it, such as `/us/usc/t48/s641 to 644` or `/us/usc/t24/s1 /us/usc/t24/s2`
 */
export function aliasesOf(identifier: string): string[] {
  const aliases = new Set<string>();
  const named = identifier.split(/\s+(?=\/us\/)/);
  for (const one of named) {
    if (named.length > 1) aliases.add(one);
    for (const member of membersOf(one)) aliases.add(member);
  }
  for (const alias of [identifier, ...aliases]) aliases.add(alias.replace(/[\u2010-\u2015]/g, '-'));
  aliases.delete(identifier);
  return [...aliases].filter(alias => !/\s\//.test(alias));
}

/** @param identifier of one section, or of several: `…/s73, 73a`, `…/s641 to 644` */
function membersOf(identifier: string): string[] {
  const [, base, list] = /^(.*\/s)([^/]+)$/.exec(identifier) ?? [];
  if (base === undefined || list === undefined) return [];
  const parts = list.split(/, (?:and )?| and /);
  const members = parts.flatMap(part => {
    const [, first, last] = RANGE.exec(part) ?? [];
    return first === undefined || last === undefined ? [part] : between(first, last);
  });
  return members.length === 1 && members[0] === list ? [] : members.map(member => base + member);
}

/** Both ends and what stands between them: numbers, or letters of one number. */
function between(first: string, last: string): string[] {
  const [, start, startLetters = ''] = NUMBER.exec(first) ?? [];
  const [, end, endLetters = ''] = NUMBER.exec(last) ?? [];
  if (start === undefined || end === undefined) return [first, last];
  const members = [first];
  if (start === end) {
    for (let at = letterIndex(startLetters) + 1; at < letterIndex(endLetters) && at <= 26; at++) {
      members.push(start + String.fromCharCode(96 + at));
    }
  }
  for (let number = Number(start) + 1; number <= Number(end) && members.length < MOST_MEMBERS; number++) {
    members.push(String(number));
  }
  return [...new Set([...members, last])];
}

/** 0 for none, 1 for `a`; several letters are not counted through. */
const letterIndex = (letters: string): number =>
  letters.length > 1 ? 27 : letters === '' ? 0 : letters.toLowerCase().charCodeAt(0) - 96;
