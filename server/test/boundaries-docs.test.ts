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

/** "4" and "4.10" for each section and numbered entry of docs/decisions.md. */
function numbersOf(document: string): Set<string> {
  const numbers = new Set<string>();
  let section = "";
  for (const line of document.split("\n")) {
    section = /^## (\d+)\. /.exec(line)?.[1] ?? section;
    const entry = /^(\d+)\. /.exec(line)?.[1];
    if (section) numbers.add(entry ? `${section}.${entry}` : section);
  }
  return numbers;
}

/** The numbers that a text names: "decision 4.10", "decisions 4.2, 4.6", "decisions 1.1 to 1.3". */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/\bdecisions? (\d+(?:\.\d+)?(?:(?:, | and | to )\d+(?:\.\d+)?)*)/gi)].flatMap(
    ([, numbers = ""]) => numbers.split(/, | and | to /),
  );

describe("docs", () => {
  const decided = numbersOf(textOf("docs/decisions.md"));

  it("each decision that a comment or a page of docs names is in docs/decisions.md", () => {
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

  it("each link between the pages leads to a file that is there", () => {
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

  it("each path of the repository that docs name in code is there", () => {
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
