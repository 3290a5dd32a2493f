import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { type ApiCaller, ToolError } from './api.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { readResource, resourceList, resourceTemplates } from './resources.ts';
import { sampleNotice } from './sample-notice.ts';
import { callTool, messageOf, TOOLS, type ToolResult, toolDescriptions, withinTime } from './tools.ts';

export interface McpServerOptions {
  call: ApiCaller;
  version: string;
  onFailure(error: unknown): void;
}

/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources, Error Handling */
const RESOURCE_NOT_FOUND = -32002;

/** Replaces the SDK's validator of elicited input, which we never use and which takes milliseconds to make. */
const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'Nothing is asked.' }),
};

/**
 * Makes an MCP server for one connection, or for one request over HTTP. It uses the SDK's low-level server: the other one makes
 * schemas anew for each server, and reports wrong input in its own words.
 */
export async function createMcpServer({ call, version, onFailure }: McpServerOptions): Promise<Server> {
  const noticeOf = sampleNotice(call);
  const notice = await noticeOf();
  const server = new Server(
    { name: 'pandect', title: 'Pandect: U.S. federal law', version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: notice === '' ? INSTRUCTIONS : `${notice} ${INSTRUCTIONS}`,
      jsonSchemaValidator: NO_VALIDATOR,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOL_LIST }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, unknownTool(params.name));
    const calling = { call, signal, onFailure };
    const [result, notice] = await Promise.all([callTool(tool, params.arguments ?? {}, calling), noticeOf()]);
    return { ...(notice === '' || result.isError ? result : withNotice(result, notice)) };
  });
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: resourceList() }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: resourceTemplates(),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    try {
      const text = await withinTime({ call, signal, onFailure }, api => readResource(api, uri));
      const notice = await noticeOf();
      const content = notice === '' ? text : `> ${notice}\n\n${text}`;
      if (text !== null) return { contents: [{ uri, mimeType: 'text/markdown', text: content }] };
      throw new ToolError('There is no such resource: resources begin with pandect://.', 404);
    } catch (error) {
      const isMissing = error instanceof ToolError && error.status === 404;
      const code = isMissing ? RESOURCE_NOT_FOUND : ErrorCode.InternalError;
      throw new McpError(code, messageOf(error, { signal, onFailure }), { uri: uri.slice(0, 200) });
    }
  });
  return server;
}

const TOOL_LIST = toolDescriptions().map(tool => ({
  ...tool,
  inputSchema: {
    ...tool.inputSchema,
    properties: { ...tool.inputSchema.properties },
    required: [...tool.inputSchema.required],
  },
}));

/** Some clients show a model only the text, others only the structured answer. */
const withNotice = (result: ToolResult, notice: string): ToolResult => ({
  ...result,
  content: [...result.content, { type: 'text', text: notice }],
  structuredContent: { ...result.structuredContent, notice },
});

const unknownTool = (name: string): string =>
  `There is no tool ${JSON.stringify(name.slice(0, 50))}. There are ${TOOLS.map(tool => tool.name).join(', ')}.`;
