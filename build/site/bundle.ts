import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin, transform } from 'esbuild';
import { FILES_PART, type SitePart } from '../contract/site-loads.ts';
import { licensesOf } from './licenses.ts';
import type { SiteFile } from './site-file.ts';

/** The browser app as files: scripts, styles and the icon, each named by its content. */

/** File names for the pages, relative to the tree. */
export interface Entry {
  /** The app, a module. */
  script: string;
  /** Scripts of each part, loaded when the part is needed. */
  parts: Readonly<Record<Part, readonly string[]>>;
  styles: string[];
  /** Sets light or dark before the first paint. A classic script, not a module. */
  schemeScript: string;
  icon: string;
  licenses: string;
}

type Part = SitePart | typeof FILES_PART;

export interface Bundle {
  files: SiteFile[];
  entry: Entry;
}

const APP = fileURLToPath(new URL('./app/', import.meta.url));
const MAIN = 'main.tsx';
/** Of the views: for documents with HTML, for hosts of files, and for readers who open the references, former texts, changes of a level, or stay on a link; below the page of a level. */
const ON_DEMAND = [
  'read/markdown/purify.ts',
  'read/neighbor-by-levels.ts',
  'read/references.tsx',
  'read/preview/preview.tsx',
  'read/past/past.ts',
  'read/changes/changes-view.tsx',
  'components/level-foot.tsx',
  'read/redline/redline-view.tsx',
];

const PARTS: Readonly<Record<Part, string>> = {
  home: 'home/home-view.tsx',
  browse: 'browse/browse-view.tsx',
  search: 'search/search-view.tsx',
  read: 'read/read-view.tsx',
  [FILES_PART]: 'static-files.ts',
};
/** Relative to the tree. */
const ASSETS = 'site/assets';
/** Names in bundles are relative to this folder, so they do not depend on where the project lies. */
const PROJECT = path.join(APP, '../../..');

export const OPTIONS = {
  absWorkingDir: PROJECT,
  // The folder is never made: nothing is written.
  outdir: path.join(PROJECT, 'tree'),
  bundle: true,
  minify: true,
  charset: 'utf8',
  // Browsers with import attributes and top-level await, from three years ago on.
  target: ['es2022', 'chrome109', 'firefox115', 'safari16'],
  legalComments: 'none',
  entryNames: `${ASSETS}/[name]-[hash]`,
  chunkNames: `${ASSETS}/[name]-[hash]`,
  metafile: true,
  write: false,
  logLevel: 'silent',
} satisfies BuildOptions;

/**
 * Bundles the app. The same code gives the same names and bytes wherever it lies.
 * @throws esbuild's error where the code is broken
 */
export async function bundleSite(): Promise<Bundle> {
  const [app, page, icon] = await Promise.all([
    build({
      ...OPTIONS,
      entryPoints: [path.join(APP, MAIN)],
      format: 'esm',
      splitting: true,
      jsx: 'automatic',
      jsxImportSource: 'preact',
      plugins: [partsOfOneApp, stylesAsText],
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
  const made = (entryPoint: string): string => {
    const found = Object.entries(outputs).find(([, output]) => output.entryPoint?.endsWith(entryPoint));
    if (!found) throw new Error(`the bundle has no ${entryPoint}`);
    return found[0];
  };
  // The entry only imports the app.
  const main = made(`app/${MAIN}`);
  const [, script, ...others] = withImports(outputs, main);
  if (script === undefined || others.length > 0) throw new Error('the app is not one script');
  const partOf = (entry: string): string[] =>
    withImports(outputs, made(`app/${entry}`))
      .filter(output => output !== script)
      .map(treePath);
  return {
    files: [
      ...[...app.outputFiles, ...page.outputFiles]
        .map(siteFile)
        .filter(({ path }) => path !== treePath(main)),
      iconFile,
      licenses,
    ],
    entry: {
      script: treePath(script),
      parts: Object.fromEntries(
        Object.entries(PARTS).map(([part, entry]) => [part, partOf(entry)]),
      ) as Record<Part, string[]>,
      styles: [treePath(made('style/main.css'))],
      schemeScript: treePath(made('app/scheme.ts')),
      icon: iconFile.path,
      licenses: licenses.path,
    },
  };
}

/**
 * Makes each part import the whole app, so that the app's modules are one script. Otherwise esbuild makes a script for each
 * combination of parts that share code, a dozen in all. A browser asks for six files at a time.
 */
const partsOfOneApp: Plugin = {
  name: 'parts of one app',
  setup({ onLoad }) {
    for (const part of [...Object.values(PARTS), ...ON_DEMAND]) {
      const file = path.join(APP, part);
      const main = path.relative(path.dirname(file), path.join(APP, MAIN)).split(path.sep).join('/');
      const filter = new RegExp(`[\\\\/]site[\\\\/]app[\\\\/]${part.replace(/\W/g, '[$&]')}$`);
      onLoad({ filter }, async ({ path: found }) =>
        found === file
          ? { contents: `${await readFile(file, 'utf8')}\nimport './${main}';\n`, loader: 'tsx' }
          : null,
      );
    }
  },
};

/** Makes text of the styles that a script imports: of parts that are loaded on demand. */
const stylesAsText: Plugin = {
  name: 'styles as text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
      const { minify, target } = OPTIONS;
      const { code } = await transform(await readFile(file, 'utf8'), { loader: 'css', minify, target });
      return { contents: code.trim(), loader: 'text' };
    });
  },
};

/** An output and all outputs that it imports statically, directly or not. */
function withImports(outputs: Metafile['outputs'], output: string): string[] {
  const all = new Set([output]);
  for (const each of all)
    for (const { kind, path: next } of outputs[each]?.imports ?? [])
      if (kind === 'import-statement') all.add(next);
  return [...all];
}

function asset(name: string, content: Buffer | string): SiteFile {
  const { name: stem, ext } = path.parse(name);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 8);
  return { path: `${ASSETS}/${stem}-${digest}${ext}`, content };
}

/** Path in the tree of an output, which esbuild names relative to the project. */
export const treePath = (output: string): string => output.split(path.sep).join('/').slice('tree/'.length);

export const siteFile = ({ path: file, contents }: OutputFile): SiteFile => ({
  path: treePath(path.relative(PROJECT, file)),
  content: Buffer.from(contents),
});
