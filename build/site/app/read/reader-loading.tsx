/** Keeps the room of a document that is loading. */
export const ReaderLoading = () => (
  <div class="reader-loading" aria-busy="true">
    <p class="loading-text" role="status">
      Loading the document …
    </p>
  </div>
);
