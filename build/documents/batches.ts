const BATCH = 32;
/** A thread takes as long to start as this many documents take to render. */
const DOCUMENTS_A_THREAD = 256;

/** How many threads are worth their start for a number of documents. */
export const threadsFor = (documents: number): number => Math.ceil(documents / DOCUMENTS_A_THREAD);

export const inBatches = <T>(documents: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(documents.length / BATCH) }, (_, i) =>
    documents.slice(BATCH * i, BATCH * (i + 1)),
  );
