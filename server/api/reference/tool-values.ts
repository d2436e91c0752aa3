import type { Settings } from "@/server/kernel/env";
import { grantLimits } from "@/server/modules/integrations/rate-limits/policy";
import { readScopes } from "@/server/oauth/scopes";
import { listedPrompts } from "../mcp/prompts";
import { listedResources, listedTemplates } from "../mcp/resources";
import { listedTools, tools } from "../mcp/tools";
import { tableOf } from "./markdown-table";

interface Schema {
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  default?: unknown;
}

/** The type of a value, in a few words. */
function kindOf({ type, enum: values, anyOf, items }: Schema): string {
  if (values) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (anyOf) return anyOf.map(kindOf).join(" or ");
  if (type === "array" && items) return `list of ${kindOf(items)}`;
  return [type ?? "any"].flat().join(" or ");
}

const inputRow = (name: string, schema: Schema, required: readonly string[]): string[] => {
  const isDefaulted = schema.default !== undefined && schema.default !== null;
  const about = [schema.description, isDefaulted && `Default: \`${JSON.stringify(schema.default)}\`.`];
  return [
    `\`${name}\``,
    kindOf(schema),
    required.includes(name) ? "yes" : "no",
    about.filter(Boolean).join(" "),
  ];
};

const scopeOf = new Map(tools.map(({ name, scope }) => [name, scope]));

function sectionOf({ name, title, description, inputSchema, outputSchema }: (typeof listed)[number]): string {
  const { properties = {}, required = [] } = inputSchema as Schema;
  const rows = Object.entries(properties).map(([field, schema]) => inputRow(field, schema, required));
  return [
    `### ${name} {#${name}}`,
    description,
    `Needs \`${scopeOf.get(name)}\`.`,
    ...(rows.length > 0
      ? [`Table: Arguments of ${name}`, tableOf(["Argument", "Type", "Required", "Description"], rows)]
      : ["No arguments."]),
    `\`\`\`json ${title}: result schema\n${JSON.stringify(outputSchema, null, 2)}\n\`\`\``,
  ].join("\n\n");
}

const listed = listedTools({ mayChangeLeave: true });

/** Values for the chapter on the MCP server, taken from the records that the server itself uses. */
export const toolValues = ({ mcpUrl }: Settings): Record<string, string> => ({
  mcpUrl,
  mcpReadScopes: readScopes.join(" "),
  toolSections: listed.map(sectionOf).join("\n\n"),
  resourceRows: [
    ...listedResources.map(({ uri, description }) => `| \`${uri}\` | ${description} |`),
    ...listedTemplates.map(({ uriTemplate, description }) => `| \`${uriTemplate}\` | ${description} |`),
  ].join("\n"),
  promptRows: listedPrompts.map(({ name, description }) => `| \`${name}\` | ${description} |`).join("\n"),
  appRatePerSecond: String(1000 / grantLimits.intervalMs),
  appBurst: String(grantLimits.burst),
});
