import { FetchError, HOSTS, type OfficialClient } from './official-client.ts';

/** A file or folder of govinfo's bulk data, as a listing names it. */
export interface ListedFile {
  name: string;
  /** Day and size as the listing tells them. They change with the file. */
  version: string;
}

/**
 * Reads a listing of bulk data; null for a missing one. @param folder such as `/FR/2024/03` @throws FetchError if it is
 * malformed
 */
export async function listing(client: OfficialClient, folder: string): Promise<ListedFile[] | null> {
  const answer = (await client.json(HOSTS.govinfo, `/bulkdata/json${folder}`)) as { files?: unknown } | null;
  if (answer === null) return null;
  if (!Array.isArray(answer.files) || answer.files.length === 0)
    throw new FetchError(`${HOSTS.govinfo}/bulkdata/json${folder} lists no files.`);
  return answer.files.map(({ name, formattedLastModifiedTime = '', size = '' } = {}) => ({
    name: String(name),
    version: `${formattedLastModifiedTime} ${size}`.trim(),
  }));
}

export const fileNamed = (files: readonly ListedFile[] | null, name: string): ListedFile | null =>
  files?.find(file => file.name === name) ?? null;
