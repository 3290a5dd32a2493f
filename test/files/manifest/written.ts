import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { partPath } from '../../../build/files/manifest/parts.ts';
import { encodeRoot, makeRoot } from '../../../build/files/manifest/root.ts';

/** Writes a manifest of one part with these lines, whatever they are. @returns the part's path, relative to the tree */
export function writeManifest(tree: string, lines: readonly unknown[], name = 'usc/t17'): string {
  const part = partPath(name);
  const content = lines.map(line => `${JSON.stringify(line)}\n`).join('');
  fs.mkdirSync(path.dirname(path.join(tree, part)), { recursive: true });
  fs.writeFileSync(path.join(tree, part), content);
  const parts = [
    {
      path: part,
      files: lines.length,
      bytes: Buffer.byteLength(content),
      sha256: hash('sha256', content),
      content_bytes: 0,
      newest: '2018-01-01',
    },
  ];
  const root = makeRoot(parts, { newest: '2018-01-01', documents: {} });
  fs.writeFileSync(path.join(tree, 'manifest.json'), encodeRoot(root));
  return part;
}
