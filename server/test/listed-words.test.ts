import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  deliveryErrors,
  deliveryStatuses,
  eventTypes,
  pageLanguages,
  roles,
  testEvent,
  webhookPausedReasons,
  webhookRevocationReasons,
  webhookStatuses,
} from "@/drizzle/schema/values";
import { scopeResources, scopes } from "@/server/access/scopes";
import { tools } from "@/server/api/mcp/tools";
import { outcomes } from "@/server/modules/integrations/request-log/values";
import { askableScopes } from "@/server/oauth/scopes";
import { sourceFiles } from "./source-files";

type Words = { [key: string]: string | Words };

const read = (language: string, area: string): Words =>
  JSON.parse(
    readFileSync(new URL(`../../app/_i18n/messages/${language}/${area}.json`, import.meta.url), "utf8"),
  );

const at = (words: string | Words | undefined, key: string): string | Words | undefined =>
  typeof words === "object" ? words[key] : undefined;

/** The audit actions in the verbs: `action: "webhook.pause"`. */
const auditedActions = (): string[] => {
  const verbs = sourceFiles(["server/modules", "server/oauth", "server/signin"]).filter(
    ({ path }) => !path.endsWith(".test.ts"),
  );
  const found = verbs.flatMap(({ text }) => [...text.matchAll(/\baction: "([a-z_]+\.[a-z_]+)"/g)]);
  return [...new Set(found.map((match) => match[1] ?? ""))];
};

/** The server's lists, with the message keys of their members. */
const lists: [title: string, area: string, keys: readonly string[]][] = [
  [
    "scopes",
    "keys",
    scopes.flatMap((scope) => ["label", "what", "thing", "act"].map((part) => `scopes/${scope}/${part}`)),
  ],
  ["resources of scopes", "keys", [...scopeResources, "acting"].map((resource) => `groups/${resource}`)],
  ["roles of owners", "keys", roles.flatMap((role) => [`people/${role}`, `reach/${role}`])],
  ["roles of people who consent", "consent", roles.map((role) => `reach/${role}`)],
  [
    "scopes of apps",
    "consent",
    askableScopes.flatMap((scope) => [`scopes/${scope}/allows`, `scopes/${scope}/excludes`]),
  ],
  ["tools of the MCP server", "apps", tools.map(({ name }) => `did/${name}`)],
  ["events", "webhooks", [...eventTypes, testEvent].map((type) => `events/${type.replace(".", "/")}`)],
  ["statuses of webhooks", "webhooks", webhookStatuses.map((status) => `states/${status}`)],
  ["reasons of pauses", "webhooks", webhookPausedReasons.map((reason) => `pausedReasons/${reason}`)],
  [
    "reasons of revocations",
    "webhooks",
    webhookRevocationReasons.map((reason) => `revokedReasons/${reason}`),
  ],
  ["statuses of deliveries", "webhooks", deliveryStatuses.map((status) => `deliveryStates/${status}`)],
  ["errors of deliveries", "webhooks", deliveryErrors.map((error) => `errors/${error}`)],
  ["outcomes of requests", "usage", outcomes.map((outcome) => `outcomes/${outcome}`)],
  ["audited actions", "audit", auditedActions().map((action) => `actions/${action.replace(".", "/")}`)],
  ["audited resources", "audit", auditedActions().map((action) => `resources/${action.split(".")[0]}`)],
];

it.each(lists)("%s: every one has words in every language", (_title, area, keys) => {
  expect(keys.length).toBeGreaterThan(1);
  for (const language of pageLanguages) {
    const words = read(language, area);
    const missing = keys.filter(
      (key) => typeof key.split("/").reduce<string | Words | undefined>(at, words) !== "string",
    );
    expect(missing, language).toEqual([]);
  }
});
