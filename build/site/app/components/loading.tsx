/** Keeps the room of content that is loading. Its words appear only after a while. */
export const Loading = ({ what = '' }: { what?: string }) => (
  <div class="loading" aria-busy="true">
    <p class="loading-text" role="status">
      Loading {what}…
    </p>
  </div>
);
