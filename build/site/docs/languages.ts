/** The languages of the guide's examples, by the word behind the fence, in the order in which they are shown. */
export const LANGUAGES = { sh: 'curl', js: 'JavaScript', python: 'Python', r: 'R' } as const;

/** What is run of the guide: these, and what shows the client in TypeScript. */
const RUN = { ...LANGUAGES, ts: 'TypeScript' } as const;

export type Language = keyof typeof RUN;

export const isLanguage = (word: string): word is Language => Object.hasOwn(RUN, word);

/** The word behind the fence of what an example prints. */
export const OUTPUT = 'output';

/** How blocks of other languages are called. */
const OTHERS: Readonly<Record<string, string>> = { [OUTPUT]: 'prints', json: 'JSON', sql: 'SQL' };

export const captionOf = (word: string): string => (isLanguage(word) ? RUN[word] : (OTHERS[word] ?? word));

/** The address in the guide's text. Pages show that of the server instead, where it is known. */
export const EXAMPLE_ORIGIN = 'http://127.0.0.1:3000';

/** In its place where the server is not known: no server has this address (RFC 2606), so nobody asks a wrong one. */
export const UNKNOWN_ORIGIN = 'https://law.example.org';
