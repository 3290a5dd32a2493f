/** Copies a string. A slice of the file's text would keep all of that in memory. */
export const detached = (text: string): string => Buffer.from(text).toString();
