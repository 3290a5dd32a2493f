import { structureLevelUrl } from '../../../contract/paths.ts';
import { sourceOf } from '../../../contract/sources.ts';
import type { LevelDetail, LevelSummary } from '../api-types.ts';
import { unitKind } from '../format.ts';
import type { Find, Item, Step } from './neighbors.ts';

/** Of hosts of files, which have no cursors. In its own file so that it is loaded only there. */

/** Finds a neighbor in the files of the levels around. Sources with dates have no levels. */
export const neighborByLevels: Find = async ({ source, identifier }, level, step, ask) => {
  const read = (name: string): Promise<LevelDetail | null> => ask(structureLevelUrl(sourceOf(source), name));
  let here = identifier;
  for (let around = level; around; ) {
    const members = membersOf(around);
    const at = members.findIndex(member => member.identifier === here);
    if (at < 0) return null;
    const next = members[at + step];
    if (next) return endOf(next, step, read);
    here = around.identifier;
    const above = around.path.at(-1)?.identifier ?? null;
    around = above === null ? null : await read(above);
  }
  return null;
};

type Member = Item | LevelSummary;

/** The documents and levels in a level, in the order of the law: appendices stand behind its levels. */
function membersOf({ documents, children }: LevelDetail): Member[] {
  const isAppendix = (item: Item): boolean =>
    unitKind({ identifier: item.identifier, number: String(item.metadata.section_number ?? '') }) ===
    'appendix';
  return [
    ...documents.filter(item => !isAppendix(item)),
    ...children.filter(child => child.document_count > 0),
    ...documents.filter(isAppendix),
  ];
}

/** The document itself, or the outermost one of a level: its first one on the way forwards, its last one on the way back. */
async function endOf(
  member: Member,
  step: Step,
  read: (level: string) => Promise<LevelDetail | null>,
): Promise<Item | null> {
  if ('metadata' in member) return member;
  const level = await read(member.identifier);
  const end = level && membersOf(level).at(step > 0 ? 0 : -1);
  return end ? endOf(end, step, read) : null;
}
