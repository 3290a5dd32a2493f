import {
  type Description,
  type Header,
  isReference,
  type Operation,
  type Parameter,
  parameterOf,
  type Reference,
  type Response,
  type Schema,
} from '../reference/description.ts';

/**
 * The types of the client, in TypeScript: the names and shapes that openapi-typescript gives them, so that openapi-fetch
 * and others can use them. That generator needs the interface of a compiler before TypeScript 7, and 25 MB of packages.
 */

const HEAD = '/** Types of the API, made from its description (/api/openapi.json). */';

/** @returns a module @throws Error where a schema has a shape that is not known here */
export function clientTypes(description: Description): string {
  const { paths, components } = description;
  const operations = Object.values(paths).map(({ get }) => get);
  const interfaces: [name: string, members: Member[]][] = [
    ['paths', Object.entries(paths).map(([path, { get }]) => pathMember(path, get))],
    [
      'components',
      [
        member('schemas', membersOf(components.schemas, typeOf)),
        member('responses', membersOf(components.responses, responseType)),
        member(
          'parameters',
          membersOf(components.parameters, ({ schema }) => typeOf(schema)),
        ),
        member(
          'headers',
          membersOf(components.headers, ({ schema }) => typeOf(schema)),
        ),
      ],
    ],
    ['operations', operations.map(each => member(each.operationId, operationType(each, description)))],
  ];
  const texts = interfaces.map(([name, members]) => `export interface ${name} ${objectOf(members)}\n`);
  return [HEAD, ...texts].join('\n');
}

/** A line or several of an object's type. */
type Member = string;

function member(name: string, type: string, { isOptional = false, words = '' } = {}): Member {
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  return `${comment(words)}${key}${isOptional ? '?' : ''}: ${type};`;
}

const comment = (words: string): string => words && `/** ${words.replaceAll('*/', '*\\/')} */\n`;

const objectOf = (members: readonly Member[]): string =>
  `{\n${members.join('\n').replace(/^(?=.)/gm, '  ')}\n}`;

const membersOf = <T extends object>(values: Readonly<Record<string, T>>, type: (value: T) => string) =>
  objectOf(
    Object.entries(values).map(([name, value]) => member(name, type(value), { words: wordsOf(value) })),
  );

const wordsOf = (value: object): string => ('description' in value ? String(value.description) : '');

const pathMember = (path: string, { operationId, summary }: Operation): Member =>
  member(path, objectOf([member('get', `operations["${operationId}"]`, { words: summary })]));

function operationType({ parameters = [], responses }: Operation, description: Description): string {
  const kinds = ['query', 'header', 'path', 'cookie'].map(kind => {
    const ofKind = parameters.filter(each => parameterOf(description, each).in === kind);
    if (ofKind.length === 0) return member(kind, 'never', { isOptional: true });
    const isOptional = ofKind.every(each => !parameterOf(description, each).required);
    return member(kind, objectOf(ofKind.map(each => parameterMember(each, description))), { isOptional });
  });
  return objectOf([
    member('parameters', objectOf(kinds)),
    member('requestBody', 'never', { isOptional: true }),
    member('responses', membersOf(responses, responseType)),
  ]);
}

function parameterMember(parameter: Parameter | Reference, description: Description): Member {
  const { name, required = false, schema, description: words = '' } = parameterOf(description, parameter);
  const type = isReference(parameter) ? componentType(parameter) : typeOf(schema);
  return member(name, type, { isOptional: !required, words });
}

function responseType(response: Response | Reference): string {
  if (isReference(response)) return componentType(response);
  const { headers = {}, content } = response;
  const contentTypes = Object.entries(content ?? {}).map(([mediaType, { schema = {} }]) =>
    member(mediaType, typeOf(schema)),
  );
  return objectOf([
    member('headers', objectOf([...Object.entries(headers).map(headerMember), '[name: string]: unknown;'])),
    content ? member('content', objectOf(contentTypes)) : member('content', 'never', { isOptional: true }),
  ]);
}

const headerMember = ([name, header]: [string, Header | Reference]): Member =>
  isReference(header)
    ? member(name, componentType(header))
    : member(name, typeOf(header.schema), { words: header.description });

/** From `#/components/schemas/Name`. */
const componentType = ({ $ref }: Reference): string =>
  $ref
    .slice('#/'.length)
    .split('/')
    .map((step, i) => (i === 0 ? step : `["${step}"]`))
    .join('');

/** Returns the type of a schema's values. */
function typeOf(schema: Schema): string {
  if (isReference(schema)) return componentType(schema);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ');
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return choice.map(typeOf).join(' | ');
  return [schema.type]
    .flat()
    .map(type => typeNamed(type, schema))
    .join(' | ');
}

function typeNamed(type: string | undefined, schema: Schema): string {
  const { items, properties, additionalProperties, required = [] } = schema;
  if (type === 'integer') return 'number';
  if (type === 'number' || type === 'string' || type === 'boolean' || type === 'null') return type;
  if (type === 'array' && items) return `Array<${typeOf(items)}>`;
  if (type === 'object' && properties)
    return objectOf(
      Object.entries(properties).map(([name, each]) =>
        member(name, typeOf(each), { isOptional: !required.includes(name), words: wordsOf(each) }),
      ),
    );
  if (type === 'object')
    return `Record<string, ${additionalProperties ? typeOf(additionalProperties) : 'unknown'}>`;
  throw new Error(`no type in TypeScript for the schema ${JSON.stringify(schema)}`);
}
