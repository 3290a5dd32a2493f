import type { SourceId } from '../../../contract/sources.ts';
import { usePage } from '../head.ts';

/** A document, typeset for reading. */
export function ReadView({ source, identifier }: { source: SourceId; identifier: string }) {
  usePage({ title: identifier });
  return <h1>{`${source} ${identifier}`}</h1>;
}
