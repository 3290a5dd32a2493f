import { plainDashes } from '../loose.ts';

/** A text in the form that the patterns of citations match, with the way back to its own characters. */
export interface NormalText {
  /** With one kind of dash and single spaces, plain letters, and no entities of HTML. Case is kept. */
  text: string;
  /** The code points of the text as given. */
  points: readonly string[];
  /** Returns the place of a part of the normal text, in code points of the text as given. */
  placeOf(at: number, end: number): [start: number, end: number];
}

/** Soft hyphens and the like, which show nothing, and the marks of emphasis in Markdown. */
const INVISIBLE = /^[\p{Cf}*]$/u;

export function normalText(given: string): NormalText {
  const points = [...given];
  /** For each code unit of the normal text, the code points that it comes from: the first, and behind the last. */
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (let i = 0, next = 0; i < points.length; i = next) {
    const entity = points[i] === '&' ? entityAt(points, i) : null;
    next = i + (entity?.length ?? 1);
    const point = entity?.character ?? plainLetter(points[i]!);
    if (INVISIBLE.test(point)) continue;
    const isSpace = /^\s$/.test(point);
    if (isSpace && (text === '' || text.endsWith(' '))) continue;
    const normal = isSpace ? ' ' : plainDashes(point);
    for (let unit = 0; unit < normal.length; unit++) {
      starts.push(i);
      ends.push(next);
    }
    text += normal;
  }
  return { text, points, placeOf: (at, end) => [starts[at] ?? 0, ends[end - 1] ?? 0] };
}

const ENTITY = /^&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{3,6}));/i;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', sect: '§', amp: '&', quot: '"' },
  ...{ ndash: '–', mdash: '—', minus: '-', shy: '\u00ad', rsquo: '’' },
};

function entityAt(points: readonly string[], at: number): { character: string; length: number } | null {
  const [written = '', decimal, hexadecimal, name = ''] =
    ENTITY.exec(points.slice(at, at + 10).join('')) ?? [];
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  const character = code > 0 ? String.fromCodePoint(code) : ENTITIES[name.toLowerCase()];
  return character === undefined ? null : { character, length: written.length };
}

const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ';
const LETTERS = 'ABCDEFGHIJKLMNOPRSTUVWYZ';
/** How far letters of full width are from plain ones. */
const FULL_WIDTH = 0xfee0;

/** Small capitals and letters of full width as plain ones. */
function plainLetter(point: string): string {
  if (point < 'ʀ') return point;
  if (point >= '！' && point <= '～') return String.fromCharCode(point.charCodeAt(0) - FULL_WIDTH);
  return LETTERS[SMALL_CAPITALS.indexOf(point)] ?? point;
}
