import { levelUrl } from '../../../build/contract/levels.ts';
import { SOURCES, type Source, type SourceId, sourceOf } from '../../../build/contract/sources.ts';
import type { WholeCitation } from '../../../build/search/query/whole-citation.ts';
import type { Api } from '../api.ts';

const SEVERAL =
  'No document of this collection has what is cited here. Ask for one citation by itself, or use the tool search for its words.';

/** Citation types with a place in a code, which the note names. */
const IN_CODES = ['section', 'part', 'appendix', 'rule', 'plan'] as const;
type InCode = (typeof IN_CODES)[number];
const isInCode = (kind: WholeCitation['kind']): kind is InCode => IN_CODES.some(one => one === kind);

const REASONS: Readonly<Record<Exclude<WholeCitation['kind'], InCode>, string>> = {
  page: 'no document that is on this page is held',
  document: 'no document with this number is held',
  public_law: 'public laws are not held',
  statute: 'the Statutes at Large are not held',
};

/**
 * Says why a citation has no document: `40 CFR 52.220 is understood; title 40 is not held.`
 * @param citation null where a text is more than one citation
 * @param id the only source that was searched
 */
export async function missingNote(
  api: Api,
  citation: WholeCitation | null,
  id: SourceId | undefined,
): Promise<string> {
  if (citation === null) return SEVERAL;
  const { kind, text } = citation;
  const reason = isInCode(kind) ? await ofCode(api, citation, id) : REASONS[kind];
  return `${text} is understood; ${reason}.`;
}

async function ofCode(api: Api, citation: WholeCitation, id: SourceId | undefined): Promise<string> {
  const cited = citedUnitOf(citation);
  if (!cited) return 'it is not held';
  const { source, title, appendix, number } = cited;
  if (id !== undefined && id !== source.id) return `it is not of the source ${sourceOf(id).id}`;
  if ((await api.find(levelUrl(source, title))) === null) return `title ${title} is not held`;
  return `no ${citation.kind} ${number} of ${appendix ? 'the appendix of ' : ''}title ${title} is held`;
}

interface CitedUnit {
  source: Source;
  title: number;
  appendix: boolean;
  number: string;
}

/** Reads the keys of a section or part (`usc:18a:6`), or an identifier. */
function citedUnitOf({ keys, parts, identifier }: WholeCitation): CitedUnit | null {
  const [key = ''] = [...parts, ...keys];
  const [kind = '', label = '', ...number] = key.split(':');
  const source = SOURCES.find(
    ({ citation, namespace }) =>
      Object.values(citation?.keys ?? {}).includes(kind) || identifier?.startsWith(namespace),
  );
  const inTitle =
    source && identifier?.startsWith(source.namespace) ? identifier.slice(source.namespace.length) : '';
  const [, ofIdentifier, ofSection] = /^t([^/]+)\/s?(.+)$/.exec(inTitle) ?? [];
  const [, title, letter] = /^(\d+)([a-z]?)$/.exec(ofIdentifier ?? label) ?? [];
  if (!source || title === undefined) return null;
  const own = ofSection === undefined ? number.join(':') : plainNumber(ofSection);
  return { source, title: Number(title), appendix: letter === 'a', number: own };
}

/** Returns `12` for `courtRules/Civ/rule12`, `II` for `p200/appII`, `3 of 1970` for `reorgPlan/1970/3`. */
const plainNumber = (own: string): string =>
  own
    .replace(/^courtRules\/[^/]+\/rule|^p[^/]+\/(?:sp[^/]+\/)?(?:app)?/, '')
    .replace(/^reorgPlan\/(\d+)\/(.+)$/, '$2 of $1');
