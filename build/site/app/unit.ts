import { nameBehind, plainNumber, sectionSign } from './format.ts';

/** What a document of a code is: most are sections; codes have rules of courts, reorganization plans and appendices, too. */
export type UnitKind = 'section' | 'rule' | 'plan' | 'appendix';

export interface Unit {
  identifier: string;
  /** The `section_number` of its metadata: `106`, `4006`, `8 of 1949`, `Appendix II to Part 200`. */
  number: string;
}

export function unitKind({ identifier, number }: Unit): UnitKind {
  if (/\/rule[^/]*$/.test(identifier)) return 'rule';
  if (identifier.includes('/reorgPlan/')) return 'plan';
  return /^\p{L}{3}/u.test(number) ? 'appendix' : 'section';
}

/** The number as people write it: `§ 106`, `§§ 65, 66`, `Rule 4006`, `Plan 8 of 1949`, `Appendix II to Part 200`. */
export function unitNumber(unit: Unit): string {
  const { number } = unit;
  switch (unitKind(unit)) {
    case 'rule':
      return `Rule ${number}`;
    case 'plan':
      return `Plan ${number}`;
    case 'appendix':
      return number;
    case 'section':
      return `${sectionSign(number)} ${plainNumber(number)}`;
  }
}

/** The name without the number where it repeats that; a plan's name holds its number in words. */
export const unitName = ({ number }: Unit, name: string): string => nameBehind(plainNumber(number), name);
