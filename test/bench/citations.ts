import path from 'node:path';
import { writtenCitations } from '../../build/contract/citations/written.ts';
import { Random } from '../helpers/random.ts';
import { printReferences } from './citations/references.ts';
import { printRegister } from './citations/register.ts';
import { printSpeed } from './citations/speed.ts';
import { paragraph } from './citations/without.ts';
import { officialFolders } from './imports/official-folders.ts';

const PARTS = ['references', 'register', 'without', 'speed'] as const;

const PARAGRAPHS = 10_000;

/**
 * Citations in texts: references of the official XML in three forms, real text beside a second grammar, paragraphs without
 * citations, and the time of an answer.
 * @param wanted parts of it; all where none is named
 * @returns the exit code
 */
export async function run(wanted: string[]): Promise<number> {
  const unknown = wanted.find(name => !PARTS.some(part => part === name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}: ${PARTS.join(', ')}.`);
  const isWanted = (part: (typeof PARTS)[number]) => wanted.length === 0 || wanted.includes(part);
  let isGood = true;
  if (isWanted('register')) isGood = printRegister(20) && isGood;
  if (isWanted('without')) isGood = printWithout() && isGood;
  if (isWanted('speed')) isGood = (await printSpeed()) && isGood;
  const folders = isWanted('references') ? officialFolders() : null;
  if (folders) isGood = (await printReferences(path.join(folders['official-xml'], 'usc'))) && isGood;
  return isGood ? 0 : 1;
}

function printWithout(): boolean {
  const random = new Random(3);
  const found = Array.from({ length: PARAGRAPHS }, () => writtenCitations(paragraph(random)));
  const certain = found.filter(citations => citations.some(({ isCertain }) => isCertain)).length;
  const possible = found.filter(citations => citations.length > 0).length - certain;
  console.log(
    `\n${PARAGRAPHS} paragraphs with numbers and without citations: ${certain} with a citation, ${possible} with a number that counts if its document exists`,
  );
  return certain <= PARAGRAPHS / 1000;
}
