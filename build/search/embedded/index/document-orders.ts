import type Database from 'libsql/promise';
import type { ColumnsWriter } from './columns-writer.ts';

const BY_IDENTIFIER =
  'SELECT json_group_array(id) FROM (SELECT id FROM places ORDER BY identifier_order, identifier)';
/** Documents with a document number, ordered by it. A negative id shares the number of the id before it. */
const BY_NUMBER = `SELECT json_group_array(iif(is_same, -id, id)) FROM (
  SELECT id, document_number_order = lag(document_number_order) OVER (ORDER BY document_number_order) AS is_same
  FROM places WHERE document_number_order IS NOT NULL ORDER BY document_number_order)`;

/** Writes the rank of each row in natural order and in the order of document numbers. */
export async function writeOrders(db: Database, columns: ColumnsWriter): Promise<void> {
  const ids = async (sql: string): Promise<number[]> => {
    const [[json]] = await (await db.prepare(sql)).raw().all();
    return JSON.parse(json);
  };
  for (const [i, id] of (await ids(BY_IDENTIFIER)).entries()) columns.set('identifier', id, i + 1);
  let ordinal = 0;
  for (const id of await ids(BY_NUMBER))
    columns.set('document_number', Math.abs(id), id < 0 ? ordinal : ++ordinal);
}
