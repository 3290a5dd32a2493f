/** Where the credit of a document begins, and where its notes: the law's own words are before both. */

export const CREDIT = /^\*\*Source Credit\*\*:/;

export const NOTES = /^##? (?:(?:Statutory |Editorial )?Notes|Executive Documents)\b/i;
