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
import { sampleNotice } from './sample.ts';
import { callTool, messageOf, TOOLS, type ToolResult, toolDescriptions, withinTime } from './tools.ts';

export interface McpServerOptions {
  call: ApiCaller;
  /** Of the package. */
  version: string;
  onFailure(error: unknown): void;
}

/** https://modelcontextprotocol.io/specification/2025-11-25/server/resources, Error Handling */
const RESOURCE_NOT_FOUND = -32002;

/** Checks answers of people who are asked, which we never do; the one that the SDK would take is made in milliseconds. */
const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'Nothing is asked.' }),
};

/**
 * An MCP server for one connection, or for one request where there are none. Of the SDK it is the plain one: the other makes schemas
 * anew for each server, and tells a model of wrong input in words of its own.
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
      const told = notice === '' ? text : `> ${notice}\n\n${text}`;
      if (text !== null) return { contents: [{ uri, mimeType: 'text/markdown', text: told }] };
      throw new ToolError('There is no such resource: resources begin with pandect://.', 404);
    } catch (error) {
      const isMissing = error instanceof ToolError && error.status === 404;
      const code = isMissing ? RESOURCE_NOT_FOUND : ErrorCode.InternalError;
      throw new McpError(code, messageOf(error, { signal, onFailure }), { uri: uri.slice(0, 200) });
    }
  });
  return server;
}

/** They are the same for everyone. */
const TOOL_LIST = toolDescriptions().map(tool => ({
  ...tool,
  inputSchema: {
    ...tool.inputSchema,
    properties: { ...tool.inputSchema.properties },
    required: [...tool.inputSchema.required],
  },
}));

/** Some clients show a model the text of an answer, some its structure. */
const withNotice = (result: ToolResult, notice: string): ToolResult => ({
  ...result,
  content: [...result.content, { type: 'text', text: notice }],
  structuredContent: { ...result.structuredContent, notice },
});

const unknownTool = (name: string): string =>
  `There is no tool ${JSON.stringify(name.slice(0, 50))}. There are ${TOOLS.map(tool => tool.name).join(', ')}.`;
