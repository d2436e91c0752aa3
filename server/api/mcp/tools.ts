import { z } from "zod";
import type { Tool } from "@/server/transport/tool";
import { changingTools } from "./tools/changing";
import { companyLeaveTools } from "./tools/company-leave";
import { leaveTools } from "./tools/leave";
import { peopleTools } from "./tools/people";
import { planningTools } from "./tools/planning";
import { workspaceTools } from "./tools/workspace";

/** Every tool, in the order of the list. */
export const tools: readonly Tool[] = [
  ...workspaceTools,
  ...peopleTools,
  ...leaveTools,
  ...planningTools,
  ...companyLeaveTools,
  ...changingTools,
];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export const findTool = (name: unknown): Tool | undefined =>
  typeof name === "string" ? byName.get(name) : undefined;

/** A schema as a model reads it. An `override` in a schema's meta also applies to the OpenAPI document. */
function documented(schema: z.ZodType, io: "input" | "output"): { type: "object" } {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      const { override, ...rest } = jsonSchema as Record<string, unknown>;
      if (override) Object.assign(jsonSchema, rest, override, { override: undefined });
    },
  });
  return { ...(JSON.parse(JSON.stringify(json)) as object), type: "object" };
}

/** A tool's entry in tools/list. */
const listed = ({ name, title, description, input, output, write }: Tool) => ({
  name,
  title,
  description,
  inputSchema: documented(input, "input"),
  outputSchema: documented(output, "output"),
  annotations: {
    readOnlyHint: !write,
    destructiveHint: write?.isDestructive ?? false,
    // A write needs a plan, which is carried out once (decision 13.6).
    idempotentHint: true,
    openWorldHint: false,
  },
});

// Computed once: converting schemas to JSON costs more than most calls.
const all = tools.map(listed);
const reading = tools.filter(({ write }) => !write).map(listed);
const [allJson, readingJson] = [all, reading].map((some) => JSON.stringify({ tools: some }));

/** The tools offered to an app: also those it lacks the scopes for, so that it can request them; none that its workspace forbids. */
export const listedTools = ({ mayChangeLeave }: { mayChangeLeave: boolean }) =>
  mayChangeLeave ? all : reading;

/** The same, as the JSON of a result. */
export const listedToolsJson = ({ mayChangeLeave }: { mayChangeLeave: boolean }) =>
  mayChangeLeave ? allJson : readingJson;
