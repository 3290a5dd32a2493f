/** Sends the forms of the reference and shows the answer: address, status, headers, body. */

const SHOWN_HEADERS = [
  ...['content-type', 'etag', 'cache-control', 'content-range', 'retry-after'],
  ...['x-ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
];

/** Most characters of a body that are shown. A link leads to the whole answer. */
const SHOWN_BODY = 20_000;

const isOfFiles = document.querySelector<HTMLMetaElement>('meta[name=pandect-mode]')?.content === 'static';
const key = document.querySelector<HTMLInputElement>('#key');

if (isOfFiles) for (const details of document.querySelectorAll('.try')) details.remove();
else {
  key?.parentElement?.removeAttribute('hidden');
  for (const details of document.querySelectorAll<HTMLDetailsElement>('.try')) {
    details.hidden = false;
    details.querySelector('form')?.addEventListener('submit', event => {
      event.preventDefault();
      send(event.currentTarget as HTMLFormElement);
    });
  }
}

interface FormRequest {
  url: string;
  headers: Record<string, string>;
}

function requestOf(form: HTMLFormElement): FormRequest {
  let path = form.dataset.path ?? '';
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in]')) {
    const { name, value } = field;
    if (field.dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '' && field.dataset.in === 'header') headers[name] = value;
    else if (value !== '') query.append(name, value);
  }
  if (key?.value) headers.Authorization = `Bearer ${key.value}`;
  const search = query.size > 0 ? `?${query}` : '';
  return { url: new URL(`.${path}${search}`, document.baseURI).href, headers };
}

async function send(form: HTMLFormElement): Promise<void> {
  const { url, headers } = requestOf(form);
  const region = answerRegion(form);
  region.replaceChildren(line(`GET ${url}`));
  try {
    const answer = await fetch(url, { headers });
    const text = await answer.text();
    const shownHeaders = SHOWN_HEADERS.flatMap(name => {
      const value = answer.headers.get(name);
      return value === null ? [] : [`${name}: ${value}`];
    });
    const status = line(`${answer.status} ${answer.statusText}`.trim());
    status.className = answer.ok ? 'is-ok' : 'is-error';
    region.append(status, block('Headers', shownHeaders.join('\n')), block('Body', shown(text, answer)));
  } catch {
    region.append(line('The server could not be reached.'));
  }
}

function shown(text: string, answer: Response): string {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') && answer.status !== 206;
  const body = isJson && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return body.length > SHOWN_BODY
    ? `${body.slice(0, SHOWN_BODY)}\n… and ${body.length - SHOWN_BODY} characters more`
    : body;
}

function answerRegion(form: HTMLFormElement): HTMLElement {
  const known = form.parentElement?.querySelector<HTMLElement>('.answer');
  if (known) return known;
  const region = document.createElement('div');
  region.className = 'answer';
  region.setAttribute('role', 'status');
  form.after(region);
  return region;
}

function line(text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

function block(name: string, text: string): HTMLElement {
  const element = document.createElement('pre');
  element.tabIndex = 0;
  element.setAttribute('aria-label', name);
  element.setAttribute('role', 'group');
  element.textContent = text;
  return element;
}
