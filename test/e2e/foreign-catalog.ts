import { createHash } from 'node:crypto';

const LENGTH_AT = 8;
const HEADER_AT = 12;

/** A catalog as a program of another schema version would have written it: whole, with a right checksum. */
export function encodeForeign(catalog: Buffer, schemaVersion: number): Buffer {
  const end = HEADER_AT + catalog.readUInt32LE(LENGTH_AT);
  const header = JSON.parse(catalog.subarray(HEADER_AT, end).toString());
  const headerBytes = Buffer.from(JSON.stringify({ ...header, schema_version: schemaVersion }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(headerBytes.length);
  const content = [catalog.subarray(0, LENGTH_AT), length, headerBytes, catalog.subarray(end, -32)];
  const checksum = createHash('sha256').update(Buffer.concat(content)).digest();
  return Buffer.concat([...content, checksum]);
}
