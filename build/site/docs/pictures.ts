import type { SiteFile } from '../site-file.ts';

/** How large pictures are, by their paths, so that pages keep room for them. @param files the pictures, SVG */
export const sizesOf = (files: readonly SiteFile[]): Map<string, { width: number; height: number }> =>
  new Map(
    files.map(({ path, content }) => {
      const [, width, height] = /<svg [^>]*width="(\d+)" height="(\d+)"/.exec(String(content)) ?? [];
      return [path, { width: Number(width), height: Number(height) }];
    }),
  );
