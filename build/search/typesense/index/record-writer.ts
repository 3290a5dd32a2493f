import type { Client } from 'typesense';
import type { ImportResponse } from 'typesense/lib/Typesense/Documents.js';
import type { DocumentRecord } from '../record.ts';
import { IndexError } from './client.ts';

/** Large enough to keep the server busy, small enough to hold some in memory and to repeat. */
const BATCH_CHARACTERS = 1_000_000;
/** Batches on their way. The server indexes one while it receives the next. */
const IN_FLIGHT = 3;
/** Records that the server indexes before it looks for searches again; its default, 40, costs a tenth more of its time. */
const INDEXED_AT_ONCE = 200;

/** Imports records in batches, some at a time. A repeated batch does no harm: it only writes the same records again. */
export class RecordWriter {
  written = 0;
  readonly #client: Client;
  readonly #collection: string;
  readonly #action: 'upsert' | 'update';
  #lines: string[] = [];
  #characters = 0;
  readonly #sent = new Set<Promise<void>>();
  #failure: unknown = null;

  /** @param action `update` changes fields of records that are there */
  constructor(client: Client, collection: string, action: 'upsert' | 'update' = 'upsert') {
    this.#client = client;
    this.#collection = collection;
    this.#action = action;
  }

  /**
   * Waits while too many batches are on their way. Records that are added together are in one batch, the last of them at its
   * end: if the server has that one, it has them all.
   * @throws the error of an earlier batch
   */
  async add(...records: readonly object[]): Promise<void> {
    for (const record of records) {
      const line = JSON.stringify(record);
      this.#lines.push(line);
      this.#characters += line.length;
    }
    if (this.#characters >= BATCH_CHARACTERS) await this.#send();
  }

  /** Resolves when the server has taken everything. @throws IndexError, and the client's errors */
  async flush(): Promise<void> {
    await this.#send();
    await this.settled();
    this.#refuse();
  }

  /** Resolves when no batch is on its way, taken or not. */
  async settled(): Promise<void> {
    await Promise.all(this.#sent);
  }

  async #send(): Promise<void> {
    while (this.#sent.size >= IN_FLIGHT) await Promise.race(this.#sent);
    this.#refuse();
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    this.#characters = 0;
    const sending = this.#import(lines)
      .catch(error => {
        this.#failure ??= error;
      })
      .finally(() => this.#sent.delete(sending));
    this.#sent.add(sending);
  }

  #refuse(): void {
    if (this.#failure) throw this.#failure;
  }

  async #import(lines: readonly string[]): Promise<void> {
    const answer = await this.#client
      .collections(this.#collection)
      .documents()
      .import(lines.join('\n'), { action: this.#action, batch_size: INDEXED_AT_ONCE });
    refuseFailures(answer, lines);
    this.written += lines.length;
  }
}

/** The server answers 200 even if it took none of the records. */
function refuseFailures(answer: string, lines: readonly string[]): void {
  const failures = answer.split('\n').flatMap((text, i) => {
    const result = JSON.parse(text) as ImportResponse;
    const { id, hit } = JSON.parse(result.success ? '{}' : (lines[i] ?? '{}')) as DocumentRecord;
    return result.success ? [] : [`${hit ? JSON.parse(hit).identifier : id}: ${result.error}`];
  });
  if (failures.length === 0) return;
  const shown = failures.slice(0, 5).join('\n  ');
  throw new IndexError(`Typesense did not take ${failures.length} records, such as\n  ${shown}`);
}
