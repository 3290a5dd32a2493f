/** Languages of the guide's examples, by the word after the fence, in the order of display. */
export const LANGUAGES = { sh: 'curl', js: 'JavaScript', python: 'Python', r: 'R' } as const;

/** Languages that are run: these, and TypeScript, which shows the client. */
const RUN = { ...LANGUAGES, ts: 'TypeScript' } as const;

export type Language = keyof typeof RUN;

export const isLanguage = (word: string): word is Language => Object.hasOwn(RUN, word);

/** The word after the fence of an example's output. */
export const OUTPUT = 'output';

const OTHERS: Readonly<Record<string, string>> = { [OUTPUT]: 'prints', json: 'JSON', sql: 'SQL' };

export const captionOf = (word: string): string => (isLanguage(word) ? RUN[word] : (OTHERS[word] ?? word));

/** The server in the guide's text. Pages show the real address instead, where it is known. */
export const EXAMPLE_ORIGIN = 'http://127.0.0.1:3000';

/** Shown where the server is not known. No server can have this address (RFC 2606), so nobody asks a wrong one. */
export const UNKNOWN_ORIGIN = 'https://law.example.org';
