import { appendixName, segmentOf } from './appendix.ts';
import type { Named } from './levels.ts';
import { sectionsOf } from './ranges.ts';

/** The name of a unit, from its heading. */
export interface NamedUnit {
  identifier: string;
  aliases: string[];
  number: string;
  name: string | null;
  /** Its citation, without `2 CFR`. */
  citation: string;
  file: string;
}

/** @param title its identifier, such as `/us/cfr/t3` @param attribute its `N` */
export function sectionUnit(title: string, attribute: string, heading: string): NamedUnit {
  const written = /\d/.test(attribute) ? attribute : (/^\W*\S*\d\S*/.exec(heading)?.[0] ?? attribute);
  const { number, isSeveral, members } = sectionsOf(written);
  const base = `${title}/s`;
  // The former converter removed the first sign, and left the others.
  const former = written.trim().replace(/^§\s*/, '');
  const aliases = [...(former === number ? [] : [former]), ...members].map(one => base + one);
  return {
    ...{ identifier: base + number, aliases, number },
    name: nameBehind(heading, written) || null,
    citation: `${isSeveral ? '§§' : '§'} ${number}`,
    file: `section-${number}`,
  };
}

/** @param chain the levels around it */
export function appendixUnit(title: string, heading: string, chain: readonly Named[]): NamedUnit {
  const { citation, name, segment, members, of } = appendixName(heading);
  const at = (level: string) => chain.findLast(one => one.level === level && one.identifier !== null);
  const part = at('part');
  const above = chain.findLast(({ identifier }) => identifier !== null)?.identifier ?? title;
  const bases: Readonly<Record<string, string | undefined>> = {
    section: `${title}/s${of?.number}`,
    subpart: `${part?.identifier}/sp${segmentOf(of?.number ?? '')}`,
    part: part?.identifier ?? `${title}/p${of?.number}`,
    subchapter: at('subchapter')?.identifier ?? undefined,
    chapter: at('chapter')?.identifier ?? undefined,
  };
  const base = (of && (of.kind !== 'subpart' || part) ? bases[of.kind] : undefined) ?? above;
  const label = [
    part ? `Part ${part.number}` : null,
    of?.kind === 'subpart' ? `Subpart ${of.number}` : null,
    /^(.*?)(?:\s+(?:to|of|for|in)\s+.*)?$/.exec(citation)?.[1] ?? citation,
  ];
  return {
    ...{ identifier: `${base}/${segment}`, aliases: members.map(member => `${base}/${member}`) },
    ...{ number: citation, name, citation: label.filter(word => word).join(' ') },
    file: ['appendix', ...base.slice(title.length).split('/').slice(2), segment.replace(/^app/, '')]
      .filter(word => word !== '')
      .join('-'),
  };
}

/** `§ 1.1   Definitions.` has the name `Definitions.` */
function nameBehind(heading: string, written: string): string {
  const bare = (text: string) =>
    text
      .replace(/^[§\s]+/, '')
      .replace(/\s+/g, ' ')
      .trim();
  const [whole, number] = [bare(heading), bare(written)];
  if (whole.startsWith(number)) return whole.slice(number.length).trim();
  return whole.replace(/^\S*\d\S*\s*/, '');
}
