// The output of `npm run check -- --report`: numbers to compare commits by, not limits.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Detector, getDefaultOptions, MemoryStore, mild } from "@jscpd/core";
import { Tokenizer, tokenize } from "@jscpd/tokenizer";

const isTest = (file) => /\.test\.tsx?$|^(e2e|server\/test)\//.test(file);

/** Kinds of statements and their patterns in the code. */
const dialects = {
  "Drizzle's builder":
    /\bscoped\(|\b(?:db|tx|savepoint)\s*\.(?:select|selectDistinct|selectDistinctOn|insert|update|delete|\$count)\b/g,
  "of those prepared": /\b(?:preparedBy|insertInto)\(/g,
  "SQL by statement": /\bstatement(?:<[^(]*>)?\(\s*(?:sql|\()/g,
  "SQL by execute": /\.execute(?:<[^(]*>)?\(\s*sql/g,
  "raw text or templates": /\.unsafe(?:<[^(]*>)?\(|\b(?:client|counters|admission)(?:<[^`(]*>)?`/g,
};
const arrays = { arrayOf: /\barrayOf\(/g, "sql.param": /\bsql\.param\(/g };

const count = (files, pattern) =>
  files.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
const linesOf = (files) => files.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);

/** Casts, distinguished from `as` in imports, SQL and words by the tokens before and after it. */
function castsIn({ file, text }) {
  const tokens = tokenize(
    text.replace(/^(?:import|export) [^;]*? from /gm, ""),
    file.endsWith("x") ? "tsx" : "typescript",
  );
  const code = tokens.filter(({ type }) => type !== "default" && !/comment|string/.test(type));
  return code.filter(({ value }, at) => value === "as" && code[at + 1]?.value !== "const").length;
}

/** Duplicated lines, by jscpd's own measures. */
async function duplicatedLines(files) {
  const options = { ...getDefaultOptions(), mode: mild };
  const detector = new Detector(new Tokenizer(), new MemoryStore(), [], options);
  const lines = new Set();
  for (const { file, text } of files)
    for (const { duplicationA, duplicationB } of await detector.detect(
      file,
      text,
      file.endsWith("x") ? "tsx" : "typescript",
    ))
      for (const { sourceId, start, end } of [duplicationA, duplicationB])
        for (let line = start.line; line <= end.line; line++) lines.add(`${sourceId}:${line}`);
  return lines;
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/** The program's production packages with their dependencies, as npm laid them out. */
function productionPackages() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return Object.entries(packages)
    .filter(([name, { dev, devOptional }]) => name && !dev && !devOptional && existsSync(name))
    .map(([name]) => ({ name: name.replace(/^node_modules\//, ""), bytes: ownSize(name) }))
    .sort((one, other) => other.bytes - one.bytes);
}

/** The size without nested packages. */
function ownSize(folder) {
  const inner = path.join(folder, "node_modules");
  return sizeOf(folder) - (existsSync(inner) ? sizeOf(inner) : 0);
}

/** The number of program files that each walk of the architecture opens. */
function walks() {
  const [, ...texts] = readFileSync("docs/architecture.md", "utf8").split(/^## Walk /m);
  return texts.map((text) => {
    const [walk = ""] = text.split(/^## /m);
    return [walk.split("\n")[0], new Set(walk.match(/`(?:app|server)\/[^`]+`/g)).size];
  });
}

const table = (rows) => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, ...values]) => `  ${name.padEnd(width)}  ${values.join("  ")}`).join("\n");
};
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Prints the numbers of the working tree. */
export async function report() {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" });
  const files = listed
    .split("\n")
    .filter((file) => /^(app|server|drizzle|e2e)\/.*\.(tsx?|mjs)$/.test(file) && existsSync(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const source = files.filter(({ file }) => !isTest(file));
  const folderOf = ({ file }) => (/^server\/[^/]+\//.exec(file) ?? /^[^/]+\//.exec(file))?.[0] ?? file;

  console.log("\nLines by folder (source, tests)");
  const folders = [...new Set(files.map(folderOf))].sort();
  const within = (list, folder) => linesOf(list.filter((one) => folderOf(one) === folder));
  const tests = files.filter(({ file }) => isTest(file));
  console.log(table(folders.map((folder) => [folder, within(source, folder), within(tests, folder)])));
  console.log(table([["all", linesOf(source), linesOf(tests)]]));

  const duplicated = await duplicatedLines(source);
  const share = ((100 * duplicated.size) / linesOf(source)).toFixed(1);
  console.log(`\nDuplicated lines of source: ${duplicated.size} (${share} %)`);

  console.log("\nFiles that each walk opens");
  console.log(table(walks()));

  const server = source.filter(
    ({ file }) => file.startsWith("server/") && !/^server\/(bench|kernel)\//.test(file),
  );
  console.log("\nStatements of the server by dialect, and how arrays are sent");
  const counted = [...Object.entries(dialects), ...Object.entries(arrays)];
  console.log(table(counted.map(([name, pattern]) => [name, count(server, pattern)])));

  console.log(`\nCasts in source: ${source.reduce((sum, one) => sum + castsIn(one), 0)}`);

  const packages = productionPackages();
  console.log(
    `\nProduction packages: ${packages.length}, ${megabytes(packages.reduce((sum, { bytes }) => sum + bytes, 0))}`,
  );
  console.log(table(packages.slice(0, 12).map(({ name, bytes }) => [name, megabytes(bytes)])));
}
