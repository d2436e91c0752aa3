import type { z } from "zod";
import type { Ctx } from "@/server/access/ctx";

/** Scopes that open tools (decision 13.4). */
export type ToolScope =
  | "mcp:workspace:read"
  | "mcp:users:read"
  | "mcp:leaves:read"
  | "mcp:leaves:write"
  | "mcp:approvals:write";

interface Definition<I extends z.ZodObject, O extends z.ZodObject> {
  /** As the model calls it: verb and noun. */
  name: string;
  title: string;
  /** For the model: what it tells, and when to ask for it. Never text that people of a workspace wrote. */
  description: string;
  scope: ToolScope;
  input: I;
  output: O;
  /** Of a tool that changes something. */
  write?: {
    /** Whether it takes something away that cannot be had back. */
    isDestructive: boolean;
    /** What the person is asked by a client that can ask (decision 13.6). */
    question(input: z.output<I>): string;
  };
  /** @throws ApiError with what the model should tell, or do next */
  call(ctx: Ctx, input: z.output<I>): Promise<z.input<O>>;
}

/** A tool of the MCP server is data: listing, validation, the consent's scopes and the reference read it (decision 13.5). */
export type Tool = Omit<Definition<z.ZodObject, z.ZodObject>, "call" | "write"> & {
  // Method syntax: parameters are compared loosely, because records of different inputs stand in one list.
  write?: { isDestructive: boolean; question(input: unknown): string };
  call(ctx: Ctx, input: unknown): Promise<Record<string, unknown>>;
};

/** Declares a tool; the types of `call` follow from the schemas. */
export const tool = <I extends z.ZodObject, O extends z.ZodObject>(record: Definition<I, O>): Tool =>
  record as unknown as Tool;
