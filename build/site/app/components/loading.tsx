/** Holds the room of a page that is on its way; the words are seen only where that takes long. */
export const Loading = () => (
  <div class="loading" aria-busy="true">
    <p class="loading-text" role="status">
      Loading …
    </p>
  </div>
);
