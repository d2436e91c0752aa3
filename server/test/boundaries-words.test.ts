import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseAst } from "vitest/node";

const thisFile = "server/test/boundaries-words.test.ts";

/** Words that the code no longer uses, and what it says instead: `docs/glossary.md` has the terms of its own. */
const retired: readonly [pattern: RegExp, better: string][] = [
  [/\btold\b/gi, "notified, logged, returned, passed"],
  [/\bsomebody\b/gi, "someone, a user, an employee"],
  [/\banybody\b/gi, "anyone"],
  [/\bnobody\b/gi, "no one, no user"],
  [/\b(?:whoever|whomever)\b/gi, "the caller, the holder, any user who"],
  [/\bunless (?:said|told)\b/gi, "by default"],
  [/\bwho asks\b/gi, "the caller"],
  [/\bpatience\b|[pP]atience(?=[A-Z])/g, "timeout"],
  [/\bin vain\b/gi, "timed out"],
  [/\b(?:most|fewest)(?=[A-Z]\w*)(?!Recent|Likely)/g, "max…, min…"],
  [/\b(?:isAway|asAway|tellAway)(?=\(error|\(thrown|<E)/g, "isDatabaseUnavailable, markUnavailable"],
  [/\bhold(?:Lock|User|Rules|Grant|StandIn|Person|Table|Directory)\b/g, "lock…"],
  [/\b(?:read|lock)Workers?\b/g, "readEmployee, lockEmployees"],
  [/\b(?:record|start)Lots\b|\blotSize\b/g, "recordBatches, startBatches, batchSize"],
  [/\bunattended\(|\bUnattended\b/g, "systemContext, SystemContext"],
  [/\b(?:inFrame|begunAs|foundOut|waitedInVain|requireShort)\b/g, "the names of docs/glossary.md"],
];

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => /\.(?:ts|tsx|mjs|css)$|^(?:docs\/.*|README)\.md$/.test(file))
  // What the product was asked for has its own words.
  .filter(
    (file) =>
      ![thisFile, "docs/requirement.md", "docs/words.md", "docs/licences.md"].includes(file) &&
      existsSync(file),
  );

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Strings, templates and JSX text, which are for users, integrators and databases. */
function quotedIn(node: Node): Node[] {
  const { type, value } = node;
  const isQuoted =
    type === "TemplateElement" || type === "JSXText" || (type === "Literal" && typeof value !== "number");
  if (isQuoted) return [node];
  return Object.values(node).flatMap((child) =>
    (Array.isArray(child) ? child : [child]).filter(isNode).flatMap(quotedIn),
  );
}

/** The names and comments of a program, the prose of a document. The rest is blanked, so that line numbers stay. */
function ownWords(file: string, text: string): string {
  const blank = (given: string) => given.replace(/[^\n]/g, " ");
  if (file.endsWith(".md")) return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, blank);
  if (file.endsWith(".css")) return text;
  const lang = file.endsWith("x") ? "tsx" : "ts";
  const quoted = quotedIn(parseAst(text, { lang }) as unknown as Node);
  return quoted.reduce(
    (rest, { start, end }) => rest.slice(0, start) + blank(rest.slice(start, end)) + rest.slice(end),
    text,
  );
}

const faultsIn = (file: string, text: string): string[] => {
  // Parsing takes much longer than a search, and few files have one of these in a string.
  if (!retired.some(([pattern]) => text.search(pattern) >= 0)) return [];
  const words = ownWords(file, text);
  return retired.flatMap(([pattern, better]) =>
    [...words.matchAll(pattern)].map(
      ({ 0: word, index }) =>
        `${file}:${words.slice(0, index).split("\n").length} "${word}", better: ${better}`,
    ),
  );
};

it("retired words are found in names and comments, not in strings", () => {
  const text = "// Whoever asks is told.\nconst mostDays = 'nobody';\nholdLock(tx);";
  expect(faultsIn("a.ts", text).map((fault) => fault.split(" ")[1])).toEqual([
    '"told",',
    '"Whoever",',
    '"most",',
    '"holdLock",',
  ]);
});

it("code and documents use the trade's words, none of the retired ones", () => {
  expect(files.length).toBeGreaterThan(2000);
  expect(files.flatMap((file) => faultsIn(file, readFileSync(file, "utf8")))).toEqual([]);
});
