import type { Settings } from "@/server/kernel/env";
import { markdownPath } from "./links";
import type { ReferencePage } from "./page";
import { referenceGroups } from "./pages";

const entry = (page: ReferencePage, appUrl: string): string => {
  const about =
    page.kind === "chapter" ? page.description : `\`${page.method} ${page.path}\` ${page.description}`;
  return `- [${page.title}](${appUrl}${markdownPath(page.slug)}): ${about}`.trimEnd();
};

/** The reference's table of contents for language models (llmstxt.org). */
export function llmsText(settings: Settings): string {
  const { appUrl, baseUrl, mcpUrl } = settings;
  const sections = referenceGroups(settings).map(
    ({ title, pages }) => `## ${title}\n\n${pages.map((page) => entry(page, appUrl)).join("\n")}`,
  );
  return [
    "# Timeaway",
    "> Leave management with a REST API, OAuth 2.0, signed webhooks and notifications.",
    `The REST API is at ${baseUrl}/v2. Send \`Authorization: Bearer <API_KEY>\` with every request. The MCP server for AI assistants is at ${mcpUrl}. The OpenAPI 3.1 document is at ${baseUrl}/v2/openapi.json. All pages below are Markdown.`,
    ...sections,
  ]
    .join("\n\n")
    .concat("\n");
}
