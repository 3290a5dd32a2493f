/** A document of a corpus as text, with its place; both follow its number. */
export interface CorpusText {
  /** Relative to the corpus. */
  path: string;
  text: string;
}

const LAST_DIGITS = /\d+(?=\D*$)/;
/** Frontmatter that holds the document's own number. */
const FIELDS = ['section_number', 'document_number', 'fr_citation'];

/** The value of a field of text in the frontmatter, as it stands there; null where there is none. */
export const fieldOf = (text: string, field: string): string | null =>
  new RegExp(`^${field}: "(.*)"$`, 'm').exec(text)?.[1] ?? null;

export const withField = (text: string, field: string, value: string): string =>
  text.replace(new RegExp(`^${field}: ".*"$`, 'm'), () => `${field}: "${value}"`);

/**
 * A document under another number, in all places that tell it: file, identifier, numbers, citation, title, heading.
 * @param change of the last digits of a number
 */
export function renumbered({ path, text }: CorpusText, change: (digits: string) => string): CorpusText {
  const changed = (number: string) =>
    LAST_DIGITS.test(number) ? number.replace(LAST_DIGITS, change) : number + change('0');
  const identifier = fieldOf(text, 'identifier') ?? '';
  const at = identifier.lastIndexOf('/') + 1;
  let result = withField(text, 'identifier', identifier.slice(0, at) + changed(identifier.slice(at)));
  for (const field of FIELDS) {
    const value = fieldOf(text, field);
    if (value !== null) result = withField(result, field, changed(value));
  }
  const number = fieldOf(text, 'section_number');
  const title = fieldOf(text, 'title');
  if (number !== null && title !== null) {
    result = withField(result, 'title', title.replace(` ${number} `, ` ${changed(number)} `));
    result = result.replace(/^# +.*$/m, heading => heading.replace(`§ ${number}`, `§ ${changed(number)}`));
  }
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return { path: `${folder}${changed(path.slice(folder.length, -'.md'.length))}.md`, text: result };
}
