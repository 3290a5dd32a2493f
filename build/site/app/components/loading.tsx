/** Keeps the room of a page that is loading. Its words appear only after a while. */
export const Loading = () => (
  <div class="loading" aria-busy="true">
    <p class="loading-text" role="status">
      Loading …
    </p>
  </div>
);
