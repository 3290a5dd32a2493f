import type { Input, VariableMap } from '../maps/map.ts';
import { INPUTS } from '../maps/map.ts';

const VARIABLES: Readonly<Record<Input, string>> = {
  target: 'request_uri',
  path: 'uri',
  method: 'request_method',
  accept: 'http_accept',
  authorization: 'http_authorization',
  x_api_key: 'http_x_api_key',
};

const isInput = (name: string): name is Input => INPUTS.some(input => input === name);

export const variable = (name: string): string =>
  `\${${isInput(name) ? VARIABLES[name] : `pandect_${name}`}}`;

const quoted = (text: string): string => `"${text}"`;

/** Replaces `{name}` by variables. */
const filled = (text: string): string =>
  quoted(text.replace(/\{(\w+)\}/g, (_, name: string) => variable(name)));

function printed({ name, source, rows, otherwise = '' }: VariableMap): string {
  const lines = rows.map(row =>
    'text' in row
      ? `${quoted(row.text)} ${filled(row.value)};`
      : `${quoted(`~${row.pattern}`)} ${quoted(row.value)};`,
  );
  const rest = otherwise === '' ? [] : [`default ${filled(otherwise)};`];
  return [
    `map ${filled(source)} $pandect_${name} {`,
    ...[...rest, ...lines].map(line => `  ${line}`),
    '}',
  ].join('\n');
}

export const nginxMaps = (maps: readonly VariableMap[]): string => maps.map(printed).join('\n');
