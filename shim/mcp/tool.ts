import type { Api } from './api.ts';
import type { InputSchema, Values } from './arguments.ts';
import type { OutputSchema } from './schemas.ts';

export interface ToolAnswer {
  structured: Readonly<Record<string, unknown>>;
  /** For models that see only text; by default the structured answer as JSON. */
  text?: string;
}

export interface Tool {
  name: string;
  title: string;
  /** Tells the model what the tool is for, and when to use it. */
  description: string;
  input: InputSchema;
  output: OutputSchema;
  /** @throws ApiError ToolError whose message the model sees */
  run(values: Values, api: Api): Promise<ToolAnswer>;
}
