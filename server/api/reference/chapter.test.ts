import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { eventTypes } from "@/drizzle/schema/values";
import { loadSettings } from "@/server/kernel/env";
import { scopeOfEvent } from "@/server/modules/integrations/webhooks/event-scopes";
import { tools } from "../mcp/tools";
import { chapterSlugs, chaptersOf, chapterText, filled, parseChapter } from "./chapter";
import { chapterValues } from "./chapter-values";
import { inlineOf } from "./inline";

const secret = "x".repeat(32);
const settings = loadSettings({
  DATABASE_URL: "postgres://nobody@localhost/none",
  SESSION_SECRET: secret,
  CRON_SECRET: secret,
  ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
});

describe("a chapter's Markdown", () => {
  const begun = (rest: string) => parseChapter("x", `# Title\n\nWhat it is about.\n\n${rest}`);

  it("begins with a title and a summary", () => {
    expect(begun("")).toEqual({ slug: "x", title: "Title", description: "What it is about.", blocks: [] });
    expect(() => parseChapter("x", "Words alone.")).toThrow("does not begin with a title");
  });

  it("gives headings and rows anchors: from their words, or the explicit one", () => {
    expect(begun("## Base URL\n\n### Responses {#answers}").blocks).toEqual([
      { kind: "heading", level: 2, text: "Base URL", id: "base-url" },
      { kind: "heading", level: 3, text: "Responses", id: "answers" },
    ]);
    expect(begun("Table: Rows\n\n| A | B |\n| --- | --- |\n| `x` {#x.y} | a \\| b |").blocks).toEqual([
      { kind: "table", caption: "Rows", columns: ["A", "B"], rows: [{ id: "x.y", cells: ["`x`", "a | b"] }] },
    ]);
  });

  it("has labelled code, lists, and notes that begin with their subject", () => {
    expect(
      begun("```bash first call\ncurl x\n```\n\n- one\n- two\n\n> **Careful.** It cannot be undone.").blocks,
    ).toEqual([
      { kind: "code", language: "bash", label: "first call", code: "curl x" },
      { kind: "list", items: ["one", "two"] },
      { kind: "note", title: "Careful", text: "It cannot be undone." },
    ]);
  });

  it.each(["---", "<div>no</div>", "| A |\n| --- |\n| no caption |", "> no title"])(
    "refuses what no page can show: %s",
    (text) => {
      expect(() => begun(text)).toThrow();
    },
  );

  it("a line is words, `code`, **strong** and [links](address); nothing in it is HTML", () => {
    expect(inlineOf("See `<id>`, **now**, [Errors](errors#x) or <id> & snake_case_words.")).toEqual([
      { kind: "text", text: "See " },
      { kind: "code", text: "<id>" },
      { kind: "text", text: ", " },
      { kind: "strong", text: "now" },
      { kind: "text", text: ", " },
      { kind: "link", text: "Errors", href: "errors#x" },
      { kind: "text", text: " or " },
      { kind: "text", text: "<id>" },
      { kind: "text", text: " & snake_case_words." },
    ]);
  });
});

describe("the chapters", () => {
  const values = chapterValues(settings);

  it("are the files of their folder", () => {
    const files = readdirSync("server/api/reference/chapters");
    expect(files.toSorted()).toEqual(chapterSlugs.map((slug) => `${slug}.md`).toSorted());
  });

  it("name existing values only, and every value is named", () => {
    const named = new Set<string>();
    const noting = new Proxy(values, {
      get: (all, name: string) => {
        named.add(name);
        return all[name];
      },
    });
    for (const slug of chapterSlugs) expect(filled(chapterText(slug), noting)).not.toContain("{{");
    expect(Object.keys(values).filter((name) => !named.has(name))).toEqual([]);
    expect(() => filled("{{nothing}}", values)).toThrow("names nothing");
  });

  it("describe every tool of the MCP server with its scope, each argument, and its result", () => {
    const mcp = chaptersOf(settings).find(({ slug }) => slug === "mcp");
    const blocks = mcp?.blocks ?? [];
    for (const { name, scope, input } of tools) {
      const at = blocks.findIndex((block) => block.kind === "heading" && block.id === name);
      const next = blocks.findIndex((block, place) => place > at && block.kind === "heading");
      const section = blocks.slice(at, next);
      expect(section).toContainEqual({ kind: "text", text: `Needs \`${scope}\`.` });
      const rows = section.flatMap((block) => (block.kind === "table" ? block.rows : []));
      expect(rows.map(({ cells }) => cells[0])).toEqual(Object.keys(input.shape).map((one) => `\`${one}\``));
      expect(section.filter(({ kind }) => kind === "code")).toHaveLength(1);
    }
  });

  it("describe every event with its required scope", () => {
    const webhooks = chaptersOf(settings).find(({ slug }) => slug === "webhooks");
    const table = webhooks?.blocks.find((block) => block.kind === "table" && block.caption === "Events");
    const rows = table?.kind === "table" ? table.rows : [];
    for (const type of eventTypes) {
      const row = rows.find(({ id }) => id === type);
      expect(row?.cells.at(0)).toBe(`\`${type}\``);
      expect(row?.cells.at(-1)).toBe(`\`${scopeOfEvent(type)}\``);
    }
    expect(rows).toHaveLength(eventTypes.length + 1);
  });
});
