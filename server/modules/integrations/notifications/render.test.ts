import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { notificationLocales } from "@/drizzle/schema/values";
import { linksOf } from "./links";
import type { Group, Message } from "./message";
import { renderCard } from "./render-card";
import { renderMail } from "./render-mail";
import { renderSlack } from "./render-slack";

const links = linksOf("https://app.test", "018f2b7e-0000-7000-8000-000000000001");
const settings =
  "https://app.test/dashboard/open-api/notifications/notification-018f2b7e-0000-7000-8000-000000000001";

const people = (count: number, name = "Person"): Group["lines"] =>
  Array.from({ length: count }, (_, i) => ({
    name: `${name} ${String(i).padStart(4, "0")}`,
    text: "Annual leave · half day, 09:00–13:00 GMT-5 · back on Wed 25 Nov",
  }));
const message = (groups: Group[], more: Partial<Message> = {}): Message => ({
  locale: "en",
  subject: "Who is away – Away on Monday 23 November 2026",
  title: "Away on Monday 23 November 2026",
  intro: "Some people are away.",
  days: [{ heading: null, notes: [], groups, empty: null }],
  footer: "Sent by Timeaway on behalf of Ada Admin.",
  owner: { name: "Ada Admin", email: "ada@example.com" },
  ...more,
});
const sales = [{ heading: "Sales", lines: [{ name: "Nils North", text: "Vacation" }] }];

/** The mail as sent over the wire. */
async function wireOf(rendered: ReturnType<typeof renderMail>): Promise<Buffer> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const sent = await transport.sendMail({ from: "a@example.com", to: "b@example.com", ...rendered });
  return sent.message as Buffer;
}

describe("e-mail", () => {
  it("escapes user input, and keeps it on its line", () => {
    const evil = { name: "<script>alert(1)</script> & \u202eevil", text: "" };
    const { html, text } = renderMail(message([{ heading: null, lines: [evil] }]), links);
    expect(html).toContain("<bdi>&lt;script&gt;alert(1)&lt;/script&gt; &amp;  evil</bdi>");
    expect(html).not.toContain("<script");
    expect(text).not.toContain("\u202e");
  });

  it.each(notificationLocales)("%s: links to the app and to its settings", (locale) => {
    const { html, text } = renderMail(message(sales, { locale }), links);
    expect(html).toContain('href="https://app.test/dashboard"');
    expect(html).toContain(`href="${settings}"`);
    expect(text).toMatch(/ – https:\/\/app\.test\/dashboard$/m);
    expect(text.split("\n")).toContainEqual(expect.stringContaining(` – ${settings}`));
    expect(text).toContain("ada@example.com");
  });

  it.each([
    ["Person", 5000],
    ["عدה לוי 😀 Ünï", 5000],
    ["é=<&>\"'".repeat(30), 900],
  ])("5,000 absences stay under 100 kB, cut with a count and a link: %s", async (name, count) => {
    const groups = [
      { heading: "Engineering", lines: people(count / 2, name) },
      { heading: "Sales", lines: people(count / 2, name) },
    ];
    const rendered = renderMail(message(groups, { intro: `${count} people are away.` }), links);
    const wire = await wireOf(rendered);
    expect(wire.length).toBeLessThan(100_000);
    const read = await PostalMime.parse(wire);
    expect(Buffer.byteLength(read.html ?? "")).toBeLessThan(100_000);
    const shown = rendered.html.split("<li>").length - 1;
    expect(shown).toBeGreaterThan(20);
    expect(rendered.html).toContain(`and ${(count - shown).toLocaleString("en")} more`);
    expect(rendered.text).toContain(`and ${(count - shown).toLocaleString("en")} more`);
    expect(rendered.html).toMatch(/more – <a href="https:\/\/app\.test\/dashboard">/);
  });

  it("a few hundred employees are all listed", () => {
    const { html } = renderMail(message([{ heading: null, lines: people(300) }]), links);
    expect(html.split("<li>")).toHaveLength(301);
    expect(html).not.toContain("more –");
  });
});

describe("Slack", () => {
  it("group headings are bold, names are not, and everything is text", () => {
    const { blocks } = renderSlack(message(sales), links);
    const texts = blocks.flatMap((block) =>
      block.type === "rich_text" ? block.elements.flatMap(({ elements }) => elements) : [],
    );
    expect(texts).toContainEqual({ type: "text", text: "Sales", style: { bold: true } });
    expect(texts).toContainEqual({ type: "text", text: expect.stringContaining("• Nils North – Vacation") });
    expect(JSON.stringify(blocks)).not.toContain("mrkdwn");
  });

  it("5,000 employees fit within Slack's limits", () => {
    const groups = Array.from({ length: 500 }, (_, i) => ({ heading: `Group ${i}`, lines: people(10) }));
    const { blocks } = renderSlack(message(groups), links);
    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(JSON.stringify(blocks).length).toBeLessThan(13_000);
    expect(JSON.stringify(blocks)).toMatch(/and 4,\d{3} more/);
  });

  it("links to the app and to its settings", () => {
    const shown = JSON.stringify(renderSlack(message(sales), links).blocks);
    expect(shown).toContain('"url":"https://app.test/dashboard"');
    expect(shown).toContain(`"url":"${settings}"`);
  });
});

describe("Microsoft Teams", () => {
  const days: Message["days"] = [{ heading: "Several days", notes: [], groups: sales, empty: null }];

  it("headings differ from names by weight, and from each other by size and spacing", () => {
    const { body } = renderCard(message(sales, { days }), links);
    const blockOf = (text: string) =>
      body.find(({ inlines }) => inlines.some((inline) => inline.text === text));
    const runOf = (text: string) => blockOf(text)?.inlines.find((inline) => inline.text === text);
    expect(runOf("Several days")).toMatchObject({ weight: "Bolder", size: "Medium" });
    expect(runOf("Sales")).toMatchObject({ weight: "Bolder" });
    expect(runOf("Nils North")?.weight).toBeUndefined();
    expect(blockOf("Several days")?.spacing).toBe("Large");
    expect(blockOf("Sales")?.spacing).toBe("Medium");
    expect(blockOf("Nils North")?.spacing).toBe("Small");
  });

  it("links to the app and to its settings", () => {
    expect(renderCard(message(sales), links).actions).toEqual([
      { type: "Action.OpenUrl", title: "Open Timeaway", url: "https://app.test/dashboard" },
      { type: "Action.OpenUrl", title: "Notification settings", url: settings },
    ]);
  });

  it("5,000 employees fit within Teams' limits", () => {
    const card = renderCard(message([{ heading: null, lines: people(5000, "Añá") }]), links);
    expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThan(28_000);
    expect(JSON.stringify(card)).toMatch(/and 4,\d{3} more/);
  });
});
