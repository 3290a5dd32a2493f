/** A copy by itself: what was read is a slice of the file's text, all of which it would keep in memory. */
export const detached = (text: string): string => Buffer.from(text).toString();
