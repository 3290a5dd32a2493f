import fs from 'node:fs';
import path from 'node:path';

/** The handbooks, as far as they are run. */

export const ROOT = path.join(import.meta.dirname, '../..');

/** @param file relative to the project @param heading of the section @returns its blocks of code in a language */
export function codeBlocks(file: string, heading: string, language: string): string[] {
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  const section = text.split(`\n${heading}\n`)[1]?.split(/\n#{1,3} /)[0] ?? '';
  const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return Array.from(blocks, ([, code = '']) => code);
}
