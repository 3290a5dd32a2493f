import { apiUrl } from '../address.ts';

const FORMS = [
  ['JSON', null],
  ['Markdown', 'markdown'],
  ['Plain text', 'text'],
] as const;

/** Links to the document's other representations, of the API or as files. @param target of the document, perhaps on a day */
export function Representations({ target }: { target: string }) {
  const sign = target.includes('?') ? '&' : '?';
  return (
    <section class="forms" aria-labelledby="forms-heading">
      <h2 id="forms-heading">Other forms</h2>
      <ul>
        {FORMS.map(([name, format]) => {
          const url = apiUrl(format === null ? target : `${target}${sign}format=${format}`);
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
