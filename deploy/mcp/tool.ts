// What a tool is: data that is listed as it stands, and a call. Inputs are checked by the same schemas that are shown, and
// by the same means as the API's bodies.
import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { Static, TSchema } from "typebox";
import type { Clipmill } from "../../shared/client/node.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";

/** What a call of a tool has at hand. */
export interface ToolCall {
  readonly clipmill: Clipmill;
  /** Fires when the client gives the call up. */
  readonly signal: AbortSignal;
  /** Tells the client how far the call is, where it asked for that. */
  readonly onProgress: (percent: number, message: string) => void;
}

/** A small object that a model reads as JSON. */
export type ToolResult = Readonly<Record<string, unknown>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: TSchema;
  readonly annotations: ToolAnnotations;
  /** @throws AppError INVALID_REQUEST for an input that is not as the schema says */
  readonly run: (input: unknown, call: ToolCall) => Promise<ToolResult>;
}

export interface ToolDefinition<S extends TSchema> extends Omit<Tool, "inputSchema" | "run"> {
  readonly input: S;
  readonly run: (input: Static<S>, call: ToolCall) => Promise<ToolResult>;
}

/** Reads and changes nothing. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** A tool whose input is checked by its schema before it runs. */
export function defineTool<S extends TSchema>({ input, run, ...listed }: ToolDefinition<S>): Tool {
  const check = compileSchema(input);
  return { ...listed, inputSchema: input, run: async (given, call) => run(check(given ?? {}), call) };
}
