import type { XmlNode } from './node.ts';

/** A processing instruction as an element without children: `<?page num="7"?>` is `?page` with its `num`. */
export function instructionNode(target: string, attribute: string, body: string): XmlNode {
  const value = new RegExp(`\\b${attribute}="([^"]*)"`).exec(body)?.[1] ?? '';
  return { name: `?${target}`, attributes: { [attribute]: value }, children: [] };
}
