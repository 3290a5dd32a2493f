import { apiUrl } from '../address.ts';
import { documentTarget, type ReadDocument } from './document.ts';

const FORMS = [
  ['JSON', ''],
  ['Markdown', '?format=markdown'],
  ['Plain text', '?format=text'],
] as const;

/** Links to the document's other representations, of the API or as files. */
export function Representations({ document }: { document: ReadDocument }) {
  const target = documentTarget(document.source, document.identifier);
  return (
    <section class="forms" aria-labelledby="forms-heading">
      <h2 id="forms-heading">Other forms</h2>
      <ul>
        {FORMS.map(([name, query]) => {
          const url = apiUrl(target + query);
          return url === null ? null : (
            <li key={name}>
              <a href={url}>{name}</a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
