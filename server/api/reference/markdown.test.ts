import { describe, expect, it } from "vitest";
import { eventTypes } from "@/drizzle/schema/values";
import { loadSettings } from "@/server/kernel/env";
import { catalogue } from "@/server/kernel/errors";
import { metadataOf } from "@/server/oauth/metadata";
import { linkTarget, referencePath } from "./links";
import { llmsText } from "./llms";
import { markdownOf } from "./markdown";
import type { Block, ReferencePage } from "./page";
import { findPage, referencePages } from "./pages";

const secret = "x".repeat(32);
const settings = loadSettings({
  APP_URL: "https://app.example.com",
  AUTH_URL: "https://auth.example.com",
  BASE_URL: "https://api.example.com",
  DATABASE_URL: "postgres://nobody@localhost/none",
  SESSION_SECRET: secret,
  CRON_SECRET: secret,
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
});
const pages = referencePages(settings);

function pageAt(slug: string): ReferencePage {
  const page = findPage(settings, slug);
  if (!page) throw new Error(`No page ${slug}`);
  return page;
}
const blocksOf = (page: ReferencePage): Block[] => (page.kind === "chapter" ? page.blocks : []);
const anchorsOf = (page: ReferencePage): string[] =>
  blocksOf(page).flatMap((block) => {
    if (block.kind === "heading") return [block.id];
    return block.kind === "table" ? block.rows.flatMap(({ id }) => id ?? []) : [];
  });

describe("pages", () => {
  it("each has a unique address", () => {
    expect(new Set(pages.map(({ slug }) => slug)).size).toBe(pages.length);
    expect(findPage(settings, "nothing")).toBeNull();
  });

  it.each(pages.filter(({ kind }) => kind === "chapter"))(
    "$slug: each heading has a unique anchor",
    (page) => {
      const anchors = anchorsOf(page);
      expect(new Set(anchors).size).toBe(anchors.length);
      for (const anchor of anchors) expect(anchor).toMatch(/^[a-z0-9_.-]+$/);
    },
  );

  it.each(pages)("$slug: each link leads to an existing page and anchor", (page) => {
    const links = [...markdownOf(page, settings).matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href ?? "");
    for (const href of links) {
      const inside = new RegExp(
        `^https://app\\.example\\.com${referencePath}/([a-z0-9-]+)\\.md(?:#(.+))?$`,
      ).exec(href);
      if (!inside) {
        expect(href).toMatch(/^https:\/\/(?:(?:app|api)\.example\.com\/|www\.standardwebhooks\.com$)/);
        continue;
      }
      const [, slug = "", anchor] = inside;
      if (anchor) expect(anchorsOf(pageAt(slug)), href).toContain(anchor);
      else expect(pageAt(slug).slug).toBe(slug);
    }
  });
});

describe("Markdown", () => {
  it("contains an operation completely", () => {
    const text = markdownOf(pageAt("create-webhook"), settings);
    expect(text).toMatch(/^# Create a webhook\n\n`POST \/v2\/webhooks`\n/);
    expect(text).toContain("Required scope: `webhooks:write`.");
    expect(text).toContain("- `url` (string, required): An absolute https URL on a publicly reachable host.");
    expect(text).toContain("| WEBHOOK_URL_INVALID | 400 |");
    expect(text).toContain('curl -X POST "https://api.example.com/v2/webhooks"');
    expect(text).not.toContain("undefined");
  });

  it("nests the fields of objects", () => {
    const text = markdownOf(pageAt("list-users"), settings);
    expect(text).toContain("- `data` (array of object, required)\n  - `id` (string, required)");
    expect(text).toContain("\n  - `location` (object): Included with `expand=location`.\n    - `id`");
  });

  it("is the catalogue: one anchor and one resolution for each code", () => {
    const page = pageAt("errors");
    const text = markdownOf(page, settings);
    for (const [code, [status, , , resolution]] of Object.entries(catalogue)) {
      expect(anchorsOf(page)).toContain(code.toLowerCase());
      expect(text).toContain(`## ${code}\n\n**${status}**`);
      expect(text).toContain(resolution);
    }
  });

  it("contains every event, and the metadata as it is served", () => {
    const webhooks = markdownOf(pageAt("webhooks"), settings);
    for (const type of eventTypes) expect(webhooks).toContain(`| \`${type}\` |`);
    expect(webhooks).toContain("| 10 | 24 hours |");
    expect(webhooks).toContain("webhook.verify(");
    expect(markdownOf(pageAt("oauth"), settings)).toContain(JSON.stringify(metadataOf(settings), null, 2));
  });

  it("lists every page for language models, with full URLs", () => {
    const text = llmsText(settings);
    for (const { slug, title } of pages)
      expect(text).toContain(`[${title}](https://app.example.com${referencePath}/${slug}.md)`);
    expect(text).toContain("https://api.example.com/v2/openapi.json");
  });
});

it("links of a text lead to pages, or where they say", () => {
  expect(linkTarget("errors#forbidden")).toBe(`${referencePath}/errors#forbidden`);
  expect(linkTarget("introduction#limits")).toBe(`${referencePath}#limits`);
  expect(linkTarget("/dashboard/open-api/keys")).toBe("/dashboard/open-api/keys");
  expect(linkTarget("https://example.com/x")).toBe("https://example.com/x");
});
