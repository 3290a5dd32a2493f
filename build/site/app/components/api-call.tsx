import { apiUrl } from '../address.ts';
import { curl } from '../format.ts';
import { CopyButton } from './copy-button.tsx';

/** The API call that made this view. @param target `/api/…` */
export function ApiCall({ target }: { target: string }) {
  const url = apiUrl(target);
  if (url === null) return null;
  return (
    <section class="api-call" aria-label="API call of this page">
      <a class="api-call-url" href={url}>
        <span class="api-call-method">GET</span> <code>{url}</code>
      </a>
      <span class="api-call-actions">
        <CopyButton text={url}>Copy URL</CopyButton>
        <CopyButton text={curl(url)}>Copy curl</CopyButton>
      </span>
    </section>
  );
}
