import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Licenses of the libraries in a bundle. The licenses require to be sent with the code. */

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * @param inputs the bundled files, relative to the project
 * @param project its folder
 * @returns a text with name, version and license of each package, ordered by name
 */
export async function licensesOf(inputs: readonly string[], project: string): Promise<string> {
  const folders = new Set(inputs.flatMap(input => PACKAGE.exec(input)?.[1] ?? []));
  const texts = await Promise.all([...folders].sort().map(folder => licenseOf(path.join(project, folder))));
  return texts.join(`\n${'-'.repeat(72)}\n\n`);
}

async function licenseOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const names = (await readdir(folder)).filter(file => /^licen[cs]e/i.test(file)).sort();
  const texts = await Promise.all(names.map(file => readFile(path.join(folder, file), 'utf8')));
  return `${[`${name} ${version} (${license})`, ...texts.map(text => text.trim())].join('\n\n')}\n`;
}
