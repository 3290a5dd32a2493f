import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type OutputFile } from 'esbuild';
import { licensesOf } from './licenses.ts';
import type { SiteFile } from './site-file.ts';

/** The browser app as files: scripts, styles and the icon, each named by its content. */

/** What a page names of them; all paths are relative to the tree. */
export interface Entry {
  /** Modules, the app. */
  scripts: string[];
  /** What those load at once: named in the page, they come with it. */
  preloads: string[];
  styles: string[];
  /** Runs before the page is painted, and is no module: light or dark. */
  schemeScript: string;
  icon: string;
  /** Of the libraries in the scripts. */
  licenses: string;
}

export interface Bundle {
  files: SiteFile[];
  entry: Entry;
}

const APP = fileURLToPath(new URL('./app/', import.meta.url));
/** Of the tree. */
const ASSETS = 'site/assets';
/** Names in bundles are relative to it, so that they do not depend on where the project lies. */
const PROJECT = path.join(APP, '../../..');

export const OPTIONS = {
  absWorkingDir: PROJECT,
  // No such folder is made: nothing is written.
  outdir: path.join(PROJECT, 'tree'),
  bundle: true,
  minify: true,
  charset: 'utf8',
  // What runs import attributes and top-level await, three years and more.
  target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
  legalComments: 'none',
  entryNames: `${ASSETS}/[name]-[hash]`,
  chunkNames: `${ASSETS}/[name]-[hash]`,
  metafile: true,
  write: false,
  logLevel: 'silent',
} satisfies BuildOptions;

/** Bundles the app. The same code gives the same names and bytes, wherever it lies. @throws esbuild's error where the code is broken */
export async function bundleSite(): Promise<Bundle> {
  const [app, page, icon] = await Promise.all([
    build({
      ...OPTIONS,
      entryPoints: [path.join(APP, 'main.tsx')],
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
    }),
    build({
      ...OPTIONS,
      entryPoints: [path.join(APP, 'scheme.ts'), path.join(APP, 'style/main.css')],
      format: 'iife',
    }),
    readFile(path.join(APP, 'assets/favicon.svg')),
  ]);
  const iconFile = asset('favicon.svg', icon);
  const licenses = asset('licenses.txt', await licensesOf(Object.keys(app.metafile.inputs), PROJECT));
  const outputs = { ...app.metafile.outputs, ...page.metafile.outputs };
  const made = (entryPoint: string): [string, (typeof outputs)[string]] => {
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint?.endsWith(entryPoint));
    if (!found) throw new Error(`the bundle has no ${entryPoint}`);
    return [treePath(found[0]), found[1]];
  };
  const [script, { imports }] = made('app/main.tsx');
  return {
    files: [...[...app.outputFiles, ...page.outputFiles].map(siteFile), iconFile, licenses],
    entry: {
      scripts: [script],
      preloads: imports.filter(({ kind }) => kind === 'import-statement').map(each => treePath(each.path)),
      styles: [made('style/main.css')[0]],
      schemeScript: made('app/scheme.ts')[0],
      icon: iconFile.path,
      licenses: licenses.path,
    },
  };
}

/** A file that is named by its content. */
function asset(name: string, content: Buffer | string): SiteFile {
  const { name: stem, ext } = path.parse(name);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { path: `${ASSETS}/${stem}-${digest}${ext}`, content };
}

/** From a path relative to the project. */
export const treePath = (output: string): string => output.split(path.sep).join('/').slice('tree/'.length);

export const siteFile = ({ path: file, contents }: OutputFile): SiteFile => ({
  path: treePath(path.relative(PROJECT, file)),
  content: Buffer.from(contents),
});
