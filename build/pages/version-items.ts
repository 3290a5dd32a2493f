import { type Run, versionNameOf } from '../archive/history.ts';
import { type DocumentSubject, type VersionItem, versionUrl } from '../contract/version.ts';

/** A version of a document, as its list has it. */
interface Version {
  run: Run;
  /** See `VERSION_NAME`; null for the text of today. */
  name: string | null;
  item: Omit<VersionItem, 'amended'>;
}

/** Of a text's digest: they tell the texts of one document apart. */
const DIGITS = 16;

/**
 * The versions of a document, the oldest first.
 * @param text that of the document in the corpus; null where it has none @param hasTexts whether the tree has files of them
 */
export function versionItems(
  subject: DocumentSubject,
  runs: readonly Run[],
  text: string | null,
  hasTexts: boolean,
): Version[] {
  const versions = runs.filter(({ version }) => version !== null);
  // The archive may have newer editions than the corpus.
  const current = text === null ? undefined : versions.findLast(({ version }) => version?.text === text);
  return versions.map(run => {
    const { first, last } = run;
    const to = runs[runs.indexOf(run) + 1]?.first.day ?? null;
    const name = run === current ? null : versionNameOf(runs, run);
    const facts = { from: first.day, to, edition: first.edition, last_seen: last.day };
    const item = {
      ...facts,
      certain: to === null || isNextDay(last.day, to),
      ...(!hasTexts && run.version && { text_digest: run.version.text.slice(0, DIGITS) }),
      url: versionUrl(subject, name),
    };
    return { run, name, item };
  });
}

const DAY_MS = 86_400_000;

const isNextDay = (day: string, next: string): boolean => Date.parse(next) - Date.parse(day) <= DAY_MS;
