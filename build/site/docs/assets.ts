import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { OPTIONS, siteFile, treePath } from '../bundle.ts';
import type { SiteFile } from '../site-file.ts';

/** Styles and scripts of the guide and the reference, as files named by their content. */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ENTRIES = {
  guideStyle: 'style/guide.css',
  guideScript: 'browser/guide.ts',
  referenceStyle: 'style/reference.css',
  referenceScript: 'browser/reference.ts',
} as const;

export type Asset = keyof typeof ENTRIES;

/** @returns the files, and the path of each asset in the tree @throws esbuild's error where the code is broken */
export async function bundleAssets(): Promise<{ files: SiteFile[]; paths: Record<Asset, string> }> {
  const entryPoints = Object.values(ENTRIES).map(name => path.join(HERE, name));
  const { outputFiles, metafile } = await build({ ...OPTIONS, entryPoints, format: 'iife' });
  const pathOf = (entry: string): string => {
    const made = Object.entries(metafile.outputs).find(([, output]) =>
      output.entryPoint?.endsWith(`docs/${entry}`),
    );
    if (!made) throw new Error(`the bundle has no ${entry}`);
    return treePath(made[0]);
  };
  const paths = Object.fromEntries(Object.entries(ENTRIES).map(([asset, entry]) => [asset, pathOf(entry)]));
  return { files: outputFiles.map(siteFile), paths: paths as Record<Asset, string> };
}
