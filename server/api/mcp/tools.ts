import { z } from "zod";
import type { Tool } from "@/server/transport/tool";
import { changingTools } from "./tools/changing";
import { leaveTools } from "./tools/leave";
import { peopleTools } from "./tools/people";
import { planningTools } from "./tools/planning";
import { workspaceTools } from "./tools/workspace";

/** Every tool, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  ...workspaceTools,
  ...peopleTools,
  ...leaveTools,
  ...planningTools,
  ...changingTools,
];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export const findTool = (name: unknown): Tool | undefined =>
  typeof name === "string" ? byName.get(name) : undefined;

/** A schema as a model reads it. `override` of a schema's meta is what the OpenAPI document says, too. */
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

/** A tool as tools/list tells of it. */
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

// Made once: turning schemas into JSON costs more than most calls.
const all = tools.map(listed);
const reading = tools.filter(({ write }) => !write).map(listed);
const [allJson, readingJson] = [all, reading].map((some) => JSON.stringify({ tools: some }));

/** What an app is offered: what it lacks the scopes for, too, so that it can ask for more; nothing that its workspace forbids. */
export const listedTools = ({ mayChangeLeave }: { mayChangeLeave: boolean }) =>
  mayChangeLeave ? all : reading;

/** The same as the JSON of a result. */
export const listedToolsJson = ({ mayChangeLeave }: { mayChangeLeave: boolean }) =>
  mayChangeLeave ? allJson : readingJson;
