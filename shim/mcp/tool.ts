import type { Api } from './api.ts';
import type { InputSchema, Values } from './arguments.ts';
import type { OutputSchema } from './output.ts';

/** What a tool answers with. */
export interface ToolAnswer {
  structured: Readonly<Record<string, unknown>>;
  /** For models that are shown text alone; the structured answer as JSON where there is none. */
  text?: string;
}

export interface Tool {
  name: string;
  title: string;
  /** For the model: what it is for, and when to take it. */
  description: string;
  input: InputSchema;
  /** Of the structured answer. */
  output: OutputSchema;
  /** @throws ApiError ToolError whose message the model is told */
  run(values: Values, api: Api): Promise<ToolAnswer>;
}
