import { INPUTS, type Input, type VariableMap } from '../maps/map.ts';

const PLACEHOLDERS: Readonly<Record<Input, string>> = {
  target: 'http.request.orig_uri',
  path: 'http.request.uri.path',
  method: 'http.request.method',
  accept: 'http.request.header.Accept',
  authorization: 'http.request.header.Authorization',
  x_api_key: 'http.request.header.X-Api-Key',
};

/** Variables used in many places. Caddy evaluates a map at each use, so these are evaluated once and kept. */
const KEPT = ['query', 'place', 'kind', 'file'];

const isInput = (name: string): name is Input => INPUTS.some(input => input === name);

export function placeholder(name: string): string {
  if (isInput(name)) return `{${PLACEHOLDERS[name]}}`;
  return KEPT.includes(name) ? `{vars.pandect_${name}}` : `{pandect_${name}}`;
}

const quoted = (text: string): string => `\`${text}\``;

const filled = (text: string): string =>
  quoted(text.replace(/\{(\w+)\}/g, (_, name: string) => placeholder(name)));

function printed({ name, source, rows, otherwise = '' }: VariableMap): string[] {
  const texts = rows.flatMap(row => ('text' in row ? [`${quoted(row.text)} ${filled(row.value)}`] : []));
  const patterns = rows.flatMap(row =>
    'pattern' in row
      ? [`${quoted(`~${row.pattern}`)} ${quoted(row.value.replace(/\$(\d)/g, '$${$1}'))}`]
      : [],
  );
  const lines = [...texts, ...patterns, `default ${filled(otherwise)}`];
  return [
    `map ${filled(source)} {pandect_${name}} {`,
    ...lines.map(line => `\t${line}`),
    '}',
    ...(KEPT.includes(name) ? [`vars pandect_${name} {pandect_${name}}`] : []),
  ];
}

export const caddyMaps = (maps: readonly VariableMap[]): string[] => maps.flatMap(printed);
