/** Holds the room of a document that is on its way. */
export const ReaderLoading = () => (
  <div class="reader-loading" aria-busy="true">
    <p class="loading-text" role="status">
      Loading the document …
    </p>
  </div>
);
