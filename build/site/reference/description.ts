/** The description of the API as far as the reference reads it: the parts of OpenAPI 3.1 that it uses. */

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Schema;
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema;
  required?: readonly string[];
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Response {
  description: string;
  headers?: Readonly<Record<string, unknown>>;
  content?: Readonly<
    Record<string, { schema?: Schema; examples?: Readonly<Record<string, { value: unknown }>> }>
  >;
}

export interface Operation {
  tags: readonly string[];
  operationId: string;
  summary: string;
  parameters?: readonly (Parameter | Reference)[];
  responses: Readonly<Record<string, Response | Reference>>;
}

interface Reference {
  $ref: string;
}

export interface Description {
  info: { title: string; version: string; description: string };
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, { get: Operation }>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, Parameter>>;
    responses: Readonly<Record<string, Response>>;
    headers: Readonly<Record<string, { description: string; schema: Schema }>>;
  };
}

/** The component's name: the last segment of a `$ref`. */
export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

export const isReference = (value: object): value is Reference => '$ref' in value;

export const parametersOf = ({ components }: Description, { parameters = [] }: Operation): Parameter[] =>
  parameters.map(each =>
    isReference(each) ? (components.parameters[nameOf(each.$ref)] as Parameter) : each,
  );
