import { API_KEY_PARAMETER } from '../../contract/presented-key.ts';
import { BEYOND, literally, type PatternRow, row, type VariableMap } from './map.ts';
import { twice } from './params.ts';

/**
 * Normalizes the spelling of a query: characters that `encodeURIComponent` keeps stand for themselves, all others are escapes
 * in capitals, spaces are `%20`. Maps replace a limited number of each; queries with more are left to the origin.
 */

const HEX = '[0-9A-Fa-f]';
const NEXT = `%[89ABab]${HEX}`;

/** RFC 3629 §4, in escapes. */
export const ESCAPED_UTF8 = [
  `%[0-7]${HEX}`,
  `(?:%[Cc][2-9A-Fa-f]|%[Dd]${HEX})${NEXT}`,
  `%[Ee]0%[ABab]${HEX}${NEXT}`,
  `%[Ee][1-9A-Ca-cEeFf]${NEXT}${NEXT}`,
  `%[Ee][Dd]%[89]${HEX}${NEXT}`,
  `%[Ff]0%[9ABab]${HEX}${NEXT}${NEXT}`,
  `%[Ff][1-3]${NEXT}${NEXT}${NEXT}`,
  `%[Ff]4%8${HEX}${NEXT}${NEXT}`,
].join('|');

/** Printable ASCII except `#` and `%`. */
const PLAIN = String.raw`[!\x22$&-~]`;

const UNRESERVED = "!'()*-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const UNRESERVED_CLASS = "[A-Za-z0-9!'()*._~-]";
/** Escapes of characters that need none. */
const NEEDLESS = '%(?:2[1789AaDdEe]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee])';
const NEEDED = '%(?:2[02-6BCF]|3[A-F]|40|5[B-E]|60|7[B-DF]|[089A-F][0-9A-F]|1[0-9A-F])';

/** Longer queries are left to the origin unread: each step searches the whole text. RE2 counts to 1,000. */
export const MOST_QUERY_CHARACTERS = 999;

/** The number of escaped letters and digits that are decoded. */
const DECODED = 4;

function decoding(pass: number): VariableMap {
  const rows = Array.from(UNRESERVED, (character): PatternRow => {
    const hex = character.charCodeAt(0).toString(16);
    const either = hex.replace(/[a-f]/, digit => `[${digit}${digit.toUpperCase()}]`);
    return row(`^(.*?)%${either}(.*)$`, `$1${character}$2`);
  });
  return { name: `decoded${pass}`, source: '', rows };
}

/** Replaces up to `most` pieces. @param rest pattern for other text @param value replacement; `@` is the piece's group */
function replacing(name: string, piece: string, rest: string, value: string, most: number): VariableMap {
  const groupsOfEach = value.includes('@') ? 2 : 1;
  const rows: PatternRow[] = [];
  for (let times = most; times > 0; times--) {
    const values = Array.from({ length: times }, (_, i) => {
      const group = 1 + i * groupsOfEach;
      return `$${group}${value.replace('@', `$$${group + 1}`)}`;
    });
    const pattern = `^${`(${rest})${piece}`.repeat(times)}(.*)$`;
    rows.push(row(pattern, `${values.join('')}$${1 + times * groupsOfEach}`));
  }
  return { name, source: '', rows };
}

const capitals = (digit: string): VariableMap[] => {
  const large = digit.toUpperCase();
  return [
    replacing(`capital_${digit}0`, `%${digit}`, `(?:[^%]|%[^${digit}])*`, `%${large}`, 6),
    replacing(`capital_${digit}1`, `%([0-9A-F])${digit}`, `(?:[^%]|%[0-9A-F][^${digit}])*`, `%@${large}`, 4),
  ];
};

/** Encodes characters that clients keep and `encodeURIComponent` does not. */
const escaping = (character: string, hex: string): VariableMap =>
  replacing(`escaped_${hex}`, literally(character), `[^${character}]*`, `%${hex}`, 8);

const STEPS: readonly VariableMap[] = [
  ...Array.from({ length: DECODED }, (_, i) => decoding(i + 1)),
  ...Array.from('abcde', capitals).flat(),
  ...capitals('f'),
  // A cursor has a slash for each level, up to seven.
  ...capitals('f').map(map => ({ ...map, name: `${map.name}_again` })),
  escaping('+', '20'),
  escaping('/', '2F'),
  escaping(',', '2C'),
  escaping(':', '3A'),
  escaping(';', '3B'),
];

/** From `{target}` to `{query}`. `BEYOND` for invalid percent-encoded UTF-8 and for too many needless escapes. */
export function queryMaps(): VariableMap[] {
  const steps = STEPS.map((step, i): VariableMap => {
    const source = `{${STEPS[i - 1]?.name ?? 'search'}}`;
    // Not by `otherwise`: Caddy would evaluate the source again, twice as often with each step.
    return { ...step, source, rows: [...step.rows, row('^(.*)$', '$1')] };
  });
  const canonical = `^((?:${UNRESERVED_CLASS}|[&=]|${NEEDED})*)$`;
  return [
    {
      name: 'search',
      source: '{target}',
      rows: [
        row('^[^?#]*$', ''),
        row(`^[^?#]*[?].{${MOST_QUERY_CHARACTERS + 1}}`, BEYOND),
        row(`^[^?#]*[?]((?:${PLAIN}|${ESCAPED_UTF8})*)$`, '$1'),
      ],
      otherwise: BEYOND,
    },
    ...steps,
    {
      name: 'respelled',
      source: `{${STEPS.at(-1)?.name}}`,
      // Else a parameter's name might stay hidden.
      rows: [row(NEEDLESS, BEYOND), row('^(.*)$', '$1')],
    },
    { name: 'spelled', source: '{search}', rows: [row(canonical, '$1')], otherwise: '{respelled}' },
    // A repeated key is an error everywhere.
    { name: 'query', source: '{spelled}', rows: [twice(API_KEY_PARAMETER), row('^(.*)$', '$1')] },
  ];
}
