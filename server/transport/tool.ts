import type { z } from "zod";
import type { Ctx } from "@/server/access/ctx";

/** Scopes that grant access to tools (decision 13.4). */
export type ToolScope =
  | "mcp:workspace:read"
  | "mcp:users:read"
  | "mcp:leaves:read"
  | "mcp:leaves:write"
  | "mcp:approvals:write";

interface Definition<I extends z.ZodObject, O extends z.ZodObject> {
  /** The name that the model calls: verb and noun. */
  name: string;
  title: string;
  /** For the model: what the tool returns, and when to call it. Never text written by a workspace's users. */
  description: string;
  scope: ToolScope;
  input: I;
  output: O;
  /** Only for a tool that writes. */
  write?: {
    /** Whether it removes something irreversibly. */
    isDestructive: boolean;
    /** The confirmation that a client shows to the user, if it can (decision 13.6). */
    question(input: z.output<I>): string;
  };
  /** @throws ApiError with what the model should report, or do next */
  call(ctx: Ctx, input: z.output<I>): Promise<z.input<O>>;
}

/** A tool of the MCP server is data: listing, validation, the consent's scopes and the reference read it (decision 13.5). */
export type Tool = Omit<Definition<z.ZodObject, z.ZodObject>, "call" | "write"> & {
  // Method syntax: parameters are bivariant, because one list has tools with different inputs.
  write?: { isDestructive: boolean; question(input: unknown): string };
  call(ctx: Ctx, input: unknown): Promise<Record<string, unknown>>;
};

/** Declares a tool; the types of `call` follow from the schemas. */
export const tool = <I extends z.ZodObject, O extends z.ZodObject>(record: Definition<I, O>): Tool =>
  record as unknown as Tool;
