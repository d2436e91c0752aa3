import type { Role } from "@/drizzle/schema/values";
import type { Settings } from "@/server/kernel/env";
import type { Field } from "./fields";
import { linkTarget, markdownPath } from "./links";
import { tableOf } from "./markdown-table";
import type { Operation, OperationAnswer } from "./operation";
import type { Block, Chapter, ReferencePage } from "./page";

const roleNames: Record<Role, string> = {
  ADMIN: "Administrator",
  LOCATION_ADMIN: "Location admin",
  APPROVER: "Approver",
  USER: "User",
};

const fenced = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;
const listOf = (items: readonly string[]): string => items.map((item) => `- ${item}`).join("\n");

/** Links lead to the Markdown of other pages, with full URLs. */
const linked = (words: string, { appUrl }: Settings): string =>
  words.replaceAll(/\]\(([^)\s]+)\)/g, (_whole, href: string) => {
    const target = linkTarget(href, markdownPath);
    return `](${target.startsWith("/") ? appUrl : ""}${target})`;
  });

function blockText(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${block.text}`;
    case "text":
      return block.text;
    case "list":
      return listOf(block.items);
    case "table":
      return tableOf(
        block.columns,
        block.rows.map(({ cells }) => cells),
      );
    case "code":
      return fenced(block.language, block.code);
    case "note":
      return `> **${block.title}.** ${block.text}`;
  }
}

const chapterText = ({ title, description, blocks }: Chapter): string[] => [
  `# ${title}`,
  description,
  ...blocks.map(blockText),
];

function fieldLines(fields: readonly Field[], depth = 0): string[] {
  return fields.flatMap(({ name, type, isRequired, description, facts, fields: inner }) => {
    const words = [description, ...facts.map((fact) => `${fact}.`)].filter(Boolean).join(" ");
    const head = `${"  ".repeat(depth)}- \`${name}\` (${type}${isRequired ? ", required" : ""})`;
    return [words ? `${head}: ${words}` : head, ...fieldLines(inner, depth + 1)];
  });
}

const fieldSection = (title: string, fields: readonly Field[]): string[] =>
  fields.length > 0 ? [`## ${title}`, fieldLines(fields).join("\n")] : [];

const answerText = ({ status, description, fields, sample }: OperationAnswer): string[] => [
  `### ${status} ${description}`,
  ...(fields.length > 0 ? [fieldLines(fields).join("\n")] : []),
  ...(sample ? [fenced("json", sample)] : []),
];

const needs = ({ scope, plan }: Operation): string[] => [
  ...(scope === "public" ? ["No key needed."] : []),
  ...(scope === "any" ? ["Works with any key."] : []),
  ...(scope === "legacy" ? ["Needs a v1 key, in `x-api-key`."] : []),
  ...(["public", "any", "legacy"].includes(scope) ? [] : [`Required scope: \`${scope}\`.`]),
  ...(plan ? ["Needs the Complete plan."] : []),
];

const operationText = (operation: Operation): string[] => [
  `# ${operation.title}`,
  `\`${operation.method} ${operation.path}\``,
  ...(operation.description ? [operation.description] : []),
  needs(operation).join(" "),
  ...(operation.roles.length > 0
    ? [
        "## Roles and reach",
        tableOf(
          ["Role of the owner", "Reach"],
          operation.roles.map(({ role, isAllowed, reach }) => [
            roleNames[role],
            isAllowed ? reach : "Not allowed.",
          ]),
        ),
      ]
    : []),
  ...fieldSection("Path parameters", operation.pathParameters),
  ...fieldSection("Query parameters", operation.queryParameters),
  ...fieldSection("Header parameters", operation.headerParameters),
  ...fieldSection(
    operation.body?.isRequired === false ? "Body parameters (the body may be left out)" : "Body parameters",
    operation.body?.fields ?? [],
  ),
  "## Responses",
  ...operation.answers.flatMap(answerText),
  "## Errors",
  tableOf(
    ["Code", "Status", "When", "What to do"],
    operation.errors.map(({ code, status, conditions, resolution }) => [
      code,
      String(status),
      conditions.join(" "),
      resolution,
    ]),
  ),
  "## Limits",
  listOf(operation.limits),
  "## Samples",
  ...operation.samples.map(({ language, code }) => fenced(language, code)),
];

/** A page as Markdown, from the same source as the page itself. */
export function markdownOf(page: ReferencePage, settings: Settings): string {
  const parts = page.kind === "chapter" ? chapterText(page) : operationText(page);
  return `${linked(parts.join("\n\n"), settings)}\n`;
}
