import fs from 'node:fs';
import path from 'node:path';
import matter from 'gray-matter';
import { referenceText } from '../text/reference-text.ts';

/**
 * What anyone would write first, in one thread: read, gray-matter, remark and strip-markdown, JSON, three files.
 *
 * @param files absolute
 */
export function referencePipeline(files: readonly string[], corpus: string, out: string): void {
  for (const file of files) {
    const raw = fs.readFileSync(file, 'utf8');
    // With options, gray-matter does not keep every document.
    const { data, content } = matter(raw, {});
    const target = path.join(out, path.relative(corpus, file).replace(/\.md$/, ''));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(`${target}.json`, JSON.stringify({ data: { metadata: data, body: content } }));
    fs.writeFileSync(`${target}.md`, raw);
    fs.writeFileSync(`${target}.txt`, referenceText(content));
  }
}
