import fs from 'node:fs';
import { FetchError, HOSTS, type OfficialClient } from './official-client.ts';

/** The fields that are requested for each document. federalregister.gov refuses unknown names. */
const FIELDS = [
  ...['document_number', 'title', 'type', 'subtype', 'action', 'abstract', 'dates'],
  ...['citation', 'volume', 'start_page', 'end_page'],
  ...['publication_date', 'effective_on', 'signing_date', 'comments_close_on'],
  ...['agencies', 'cfr_references', 'docket_ids', 'regulation_id_numbers', 'topics', 'correction_of'],
];
const PAGE_SIZE = 1000;
/** An issue has some 150 documents, and a few hundred at most. */
const MOST_PAGES = 5;

interface Page {
  count: number;
  results: { document_number: string }[];
  next_page_url?: string | null;
}

/** Writes metadata of an issue's documents by number, as `{count, results}`. @throws FetchError if the list is incomplete */
export async function fetchMetadata(client: OfficialClient, file: string, day: string): Promise<void> {
  const query = new URLSearchParams({ 'conditions[publication_date][is]': day, per_page: String(PAGE_SIZE) });
  for (const field of FIELDS) query.append('fields[]', field);
  const results = new Map<string, unknown>();
  let target: string | null = `/api/v1/documents.json?${query}`;
  let count = 0;
  for (let pages = 0; target !== null && pages < MOST_PAGES; pages++) {
    const page = (await client.json(HOSTS.register, target)) as Page | null;
    if (page === null || !Number.isInteger(page.count))
      throw new FetchError(`${HOSTS.register} has no list of the documents of ${day}.`);
    // A day without documents has no `results` at all.
    for (const result of page.results ?? []) results.set(result.document_number, result);
    count = page.count;
    target = page.next_page_url ? targetOf(page.next_page_url) : null;
  }
  if (results.size !== count || count === 0)
    throw new FetchError(`${HOSTS.register} lists ${results.size} of ${count} documents of ${day}.`);
  const sorted = [...results].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, result]) => result);
  fs.writeFileSync(`${file}.part`, `${JSON.stringify({ count, results: sorted }, null, 1)}\n`);
  fs.renameSync(`${file}.part`, file);
}

/** @throws FetchError where the next page is at another host */
function targetOf(next: string): string {
  const url = new URL(next, `https://${HOSTS.register}`);
  if (url.host !== HOSTS.register) throw new FetchError(`${HOSTS.register} leads to another place: ${next}`);
  return url.pathname + url.search;
}
