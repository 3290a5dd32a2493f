/** The description of the API as far as the reference and the client's types read it: the parts of OpenAPI 3.1 that it uses. */

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
  oneOf?: readonly Schema[];
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
  headers?: Readonly<Record<string, Header | Reference>>;
  content?: Readonly<
    Record<string, { schema?: Schema; examples?: Readonly<Record<string, { value: unknown }>> }>
  >;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: Schema;
}

export interface Operation {
  tags: readonly string[];
  operationId: string;
  summary: string;
  parameters?: readonly (Parameter | Reference)[];
  responses: Readonly<Record<string, Response | Reference>>;
}

export interface Reference {
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
    headers: Readonly<Record<string, Header>>;
  };
}

/** The component's name: the last segment of a `$ref`. */
export const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

export const isReference = (value: object): value is Reference => '$ref' in value;

export const parameterOf = ({ components }: Description, parameter: Parameter | Reference): Parameter =>
  isReference(parameter) ? (components.parameters[nameOf(parameter.$ref)] as Parameter) : parameter;

export const parametersOf = (description: Description, { parameters = [] }: Operation): Parameter[] =>
  parameters.map(each => parameterOf(description, each));
