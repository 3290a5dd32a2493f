import { boolean, date, nullable, type Schema, string } from './schema.ts';

/** What is known of the time in which a text is in force. */
export const versionFacts: Readonly<Record<string, Schema>> = {
  from: { ...date, description: 'The day of the first edition with the text.' },
  to: {
    ...nullable(date),
    description:
      'The day of the next edition, which has another text or no longer the document; null where there is none.',
  },
  edition: { ...string, description: 'The first edition with the text: a release point, or a day.' },
  last_seen: { ...date, description: 'The day of the last edition with the text.' },
  certain: {
    ...boolean,
    description:
      'False where it is unknown when the text changed: between the last edition with it and the next. Of a list: for some day of the version; of a document: for the day that was asked for.',
  },
};
