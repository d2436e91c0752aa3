import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => existsSync(file));
const textOf = (file: string) => readFileSync(file, "utf8");

interface Section {
  number: string;
  /** As the index links to it: "[4. REST v2, common rules](decisions/04-v2-rules.md)". */
  link: string;
  /** The number is null in a section whose entries have none; the title is null when the entry lacks one. */
  entries: { number: string | null; title: string | null }[];
}

/** A file of docs/decisions/. Its entries are numbered, items of a list, or paragraphs. */
function readSection(file: string): Section {
  const [heading = "", ...lines] = textOf(file).split("\n");
  const [, title = "", number = ""] = /^# ((\d+)\. \S.*)$/.exec(heading) ?? [];
  const firstLines = lines.filter(
    (line, index) => /^(?:\d+\. |- )/.test(line) || (/^[^\s|]/.test(line) && lines[index - 1] === ""),
  );
  const entries = firstLines.map((line) => {
    const [, entry, text = ""] = /^(?:(\d+)\. |- )?(.*)$/.exec(line) ?? [];
    return {
      number: entry ? `${number}.${entry}` : null,
      title: /^\*\*([^*]+)\.\*\*(?: |$)/.exec(text)?.[1] ?? null,
    };
  });
  return { number, link: `[${title}](${path.posix.relative("docs", file)})`, entries };
}

/** The decision numbers in a text: "decision 4.10", "decisions 4.2, 4.6", "decisions 1.1 to 1.3". */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/\bdecisions? (\d+(?:\.\d+)?(?:(?:, | and | to )\d+(?:\.\d+)?)*)/gi)].flatMap(
    ([, numbers = ""]) => numbers.split(/, | and | to /),
  );

describe("docs", () => {
  const sections = tracked
    .filter((file) => /^docs\/decisions\/[^/]+\.md$/.test(file))
    .sort()
    .map(readSection);
  /** "4" and "4.10" for each section and numbered entry. */
  const numbers = sections.flatMap(({ number, entries }) => [
    number,
    ...entries.map((entry) => entry.number),
  ]);
  const decided = new Set(numbers);

  it("each decision has a bold title, and the index lists each once with its title", () => {
    expect(sections.map(({ number }) => number)).toEqual(sections.map((_, index) => `${index + 1}`));
    const given = numbers.filter((number) => number !== null);
    expect(given).toHaveLength(new Set(given).size);
    const untitled = sections.flatMap(({ number, entries }) =>
      entries.flatMap((entry, index) =>
        entry.title === null ? [entry.number ?? `section ${number}, paragraph ${index + 1}`] : [],
      ),
    );
    expect(untitled).toEqual([]);

    const [, ...index] = textOf("docs/decisions.md").split(/^## /m);
    const listed = index.map((section) => section.trim().split(/\n+/));
    const expected = sections.map(({ link, entries }) => [
      link,
      ...entries.map(({ number, title }) => `- ${number === null ? title : `${number} ${title}`}`),
    ]);
    expect(listed).toEqual(expected);
    const lines = listed.map((section) => new Set(section).size);
    expect(lines).toEqual(listed.map((section) => section.length));
  });

  it("each decision named in a comment or a page of docs is in docs/decisions/", () => {
    expect([...namedIn("decision 4.10; Decisions 1.1 to 1.3, decisions 4.2, 10")]).toEqual(
      "4.10 1.1 1.3 4.2 10".split(" "),
    );
    const wrong = tracked
      .filter((file) => /\.(ts|tsx|mjs|css|sql|md)$|^\.env\.example$|^Dockerfile$/.test(file))
      .flatMap((file) =>
        namedIn(textOf(file))
          .filter((number) => !decided.has(number))
          .map((number) => `${file}: decision ${number}`),
      );
    expect(wrong).toEqual([]);
  });

  it("each link between the pages leads to an existing file", () => {
    const wrong = tracked
      .filter((file) => /^(docs\/.*|README)\.md$/.test(file))
      .flatMap((file) =>
        [...textOf(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
          .map(([, target = ""]) => path.posix.join(path.posix.dirname(file), target))
          .filter((target) => !existsSync(target))
          .map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it("a walk through the code stays short: a read opens at most 24 files, anything else 30", () => {
    const [, ...walks] = textOf("docs/architecture.md").split(/^## Walk /m);
    const counts = walks.map((walk) => {
      const [text = ""] = walk.split(/^## /m);
      return [text.split("\n")[0], new Set(text.match(/`(app|server)\/[^`]+`/g)).size] as const;
    });
    expect(counts).toHaveLength(6);
    expect(counts.filter(([title, count]) => count > (title?.endsWith(": a read") ? 24 : 30))).toEqual([]);
  });

  it("each repository path in code of docs exists", () => {
    const wrong = tracked
      .filter((file) => /^docs\/.*\.md$/.test(file))
      .flatMap((file) =>
        [...textOf(file).matchAll(/`((?:app|docs|drizzle|e2e|server)\/[\w()[\]./-]*)`/g)]
          .map(([, target = ""]) => target)
          .filter((target) => !existsSync(target))
          .map((target) => `${file}: ${target}`),
      );
    expect(wrong).toEqual([]);
  });
});
