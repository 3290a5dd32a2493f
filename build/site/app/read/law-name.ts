import { sourceOfIdentifier } from '../../../contract/sources.ts';

/** Names what is cited and not held, by its identifier: `Pub. L. 94-553`, `90 Stat. 2541`, `42 USC 7401`, `40 CFR part 52`. */
export function lawName(identifier: string): string {
  const [, , kind, first = '', second = ''] = identifier.split('/');
  if (kind === 'pl') return `Pub. L. ${first}-${second}`;
  if (kind === 'stat') return `${first} Stat. ${second}`;
  if (kind === 'act') return `Act of ${dayOf(first)}, ${second.replace(/^ch/, 'ch. ')}`;
  const citation = sourceOfIdentifier(identifier)?.citation;
  const [, title, letter, number] = /\/t(\d+[a-z]*)\/(s|p)(\d[^/]*)$/i.exec(identifier) ?? [];
  if (citation?.by !== 'section' || number === undefined) return identifier;
  return `${title} ${citation.abbreviation} ${letter === 'p' ? 'part ' : ''}${number}`;
}

/** `July 30, 1947`; other texts are kept. */
function dayOf(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(time)) return text;
  const options = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return new Date(time).toLocaleDateString('en-US', options);
}

/** Divisions of laws that no source has, by the beginning of their names in identifiers. */
const DIVISIONS: Readonly<Record<string, string>> = {
  d: 'div.',
  t: 'tit.',
  st: 'subtit.',
  ch: 'ch.',
  sch: 'subch.',
  p: 'pt.',
  s: '§',
};

/** Names a cited place in a document or law: `(a)(1)` of a section, `tit. VII, § 704(b)(2)` of a public law. */
export function placeName(identifier: string, labels: readonly string[]): string {
  const divisions: string[] = [];
  let rest = labels;
  while (!sourceOfIdentifier(identifier) && rest.length > 0 && !divisions.at(-1)?.startsWith('§')) {
    const [, kind = '', number] = /^(d|s?t|s?ch|p|s)([A-Z0-9].*)$/.exec(rest[0] as string) ?? [];
    if (number === undefined) break;
    divisions.push(`${DIVISIONS[kind]} ${number}`);
    rest = rest.slice(1);
  }
  return divisions.join(', ') + rest.map(label => `(${label})`).join('');
}
