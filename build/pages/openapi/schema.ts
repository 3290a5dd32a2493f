/** The few shapes of JSON Schema (2020-12, as in OpenAPI 3.1) that the description uses. */
export type Schema = Readonly<Record<string, unknown>>;

export type ComponentKind = 'schemas' | 'parameters' | 'headers' | 'responses';

export const ref = (kind: ComponentKind, name: string): Schema => ({ $ref: `#/components/${kind}/${name}` });
export const schemaRef = (name: string): Schema => ref('schemas', name);

export const string: Schema = { type: 'string' };
export const boolean: Schema = { type: 'boolean' };
export const integer: Schema = { type: 'integer' };
export const count: Schema = { type: 'integer', minimum: 0 };
export const date: Schema = { type: 'string', format: 'date' };
export const urlReference: Schema = { type: 'string', format: 'uri-reference' };

export const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });
export const array = (items: Schema): Schema => ({ type: 'array', items });

/** An object whose properties are required except the optional ones. Others are allowed: fields may be added. */
export const object = (
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema => ({
  type: 'object',
  required: Object.keys(properties).filter(name => !optional.includes(name)),
  properties,
});

/** @param schema of one type, not a reference */
export function nullable(schema: Schema): Schema {
  const values = schema.enum as readonly string[] | undefined;
  return { ...schema, type: [schema.type, 'null'], ...(values && { enum: [...values, null] }) };
}

/** Capitalizes an id for names of components and operations: `Usc`. */
export const pascal = (id: string): string =>
  id.replace(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, (_, first: string) => first.toUpperCase());
