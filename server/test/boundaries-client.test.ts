import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generatedFiles } from "@/server/api/client/generated";
import { importsOf, type SourceFile, sourceFiles } from "./source-files";

it("the client's generated files match the endpoint records: npm run client", () => {
  for (const [file, text] of generatedFiles()) expect(readFileSync(file, "utf8"), file).toBe(text);
});

/** Whether an import is not one of the client's own files, with the extension that every platform needs. */
const isForeign = (specifier: string): boolean => !/^\.\.?\/[\w/-]+\.js$/.test(specifier);

it("the client imports only itself, its command also Node, and nothing imports the command", () => {
  const isCommand = (file: SourceFile) => file.path.startsWith("client/src/listen/");
  const faults = sourceFiles(["client/src"]).flatMap((file) =>
    importsOf(file).filter((specifier) =>
      isCommand(file)
        ? isForeign(specifier) && !specifier.startsWith("node:")
        : isForeign(specifier) || specifier.includes("/listen/"),
    ),
  );
  expect(faults).toEqual([]);
  expect(JSON.parse(readFileSync("client/package.json", "utf8"))).not.toHaveProperty("dependencies");
});
