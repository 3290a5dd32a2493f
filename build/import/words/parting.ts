import type { Rule } from '../schema.ts';
import type { Parting } from './account.ts';

const INLINE = new Set<Rule['as']>(['inline', 'link', 'words']);

/** How an element separates words. Unknown elements are part of the words around them. */
export function partingOf(rule: Rule | undefined): Parting {
  if (!rule || INLINE.has(rule.as)) return 'inline';
  if (rule.as === 'mark' || rule.as === 'called') return rule.as;
  if (rule.as === 'call' || rule.as === 'break' || rule.as === 'apart' || rule.as === 'image') return 'call';
  if (rule.as === 'table') return 'table';
  if (rule.as === 'rows' && rule.isFoot) return 'foot';
  return rule.as === 'footnote' ? 'aside' : 'block';
}
