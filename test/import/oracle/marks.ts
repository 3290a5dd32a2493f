import type { CorpusFile } from './documents.ts';
import { Findings } from './findings.ts';
import type { Schema } from './schemas.ts';
import { below, type Element } from './tree.ts';

export interface Marks {
  stars: number;
  images: number;
  instructions: number;
}

/** Compares rows of stars, images and amendatory instructions: all of them have to be kept. */
export function compareMarks(
  place: string,
  element: Element,
  { body }: Pick<CorpusFile, 'body'>,
  schema: Schema,
  isLeftOut: (element: Element) => boolean = () => false,
): { findings: Findings; marks: Marks } {
  const findings = new Findings();
  const names = [...below(element, inner => isLeftOut(inner) || schema.out(inner) !== null)].map(
    ({ name }) => name,
  );
  const count = (pattern: RegExp) => names.filter(name => pattern.test(name)).length;
  const marks = {
    stars: count(/^STARS$/),
    images: count(/^(?:img|GID|MID)$/i),
    instructions: count(/^AMDPAR$/),
  };
  const stars = body.match(/^(?:[ >]|- )*\\\* \\\* \\\*$/gm)?.length ?? 0;
  const images = body.match(/(?<!\\)!\[|<img /g)?.length ?? 0;
  findings.expect(place, 'stars', stars >= marks.stars, true);
  findings.expect(place, 'images', images, marks.images);
  if (schema.source === 'usc')
    for (const address of addressesOf(element, isLeftOut))
      findings.expect(place, 'image', body.includes(address) ? address : '', address);
  // Each instruction begins in italics, which set it apart from the law's words.
  const set = body.match(/^(?:[ >]|- )*(?:\*(?!\*)|<em>|\\?\d|.*\*\*)/gm)?.length ?? 0;
  findings.expect(place, 'instructions', set >= marks.instructions, true);
  return { findings, marks };
}

/** The Code's site has each image as GIF under the name of its print file, such as `file:///t4flag.eps`. */
const addressesOf = (element: Element, isLeftOut: (element: Element) => boolean): string[] =>
  [...below(element, isLeftOut)]
    .filter(({ name }) => name === 'img')
    .map(({ attributes }) => /([^/]+?)(?:\.eps)?\s*$/i.exec(attributes.src ?? '')?.[1] ?? '')
    .map(name => `(https://uscode.house.gov/images/uscprelim/${name}.gif)`);
