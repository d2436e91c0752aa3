import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export interface SourceFile {
  /** From the root of the repository. */
  path: string;
  text: string;
}

/** The TypeScript files below these folders: tracked by git, or new and not ignored. */
export function sourceFiles(folders: readonly string[]): SourceFile[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", ...folders],
    { encoding: "utf8" },
  );
  return [...new Set(listed.split("\0"))]
    .filter((path) => /\.(ts|tsx)$/.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** Every imported module of a file, including types, as written. */
export function importsOf({ text }: SourceFile): string[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s+["']([^"']+)["']|import\s*\(\s*["']([^"']+)["']|(?:^|\n)import\s+["']([^"']+)["']/g,
  );
  return [...found].flatMap((match) => match[1] ?? match[2] ?? match[3] ?? []);
}
