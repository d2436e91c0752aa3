import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generatedFiles } from "@/server/api/client/generated";
import { importsOf, sourceFiles } from "./source-files";

it("the client's generated files are those of the endpoint records: npm run client", () => {
  for (const [file, text] of generatedFiles()) expect(readFileSync(file, "utf8"), file).toBe(text);
});

it("the client imports only itself, with the ending that every platform needs", () => {
  const foreign = sourceFiles(["client/src"]).flatMap((file) =>
    importsOf(file).filter((specifier) => !/^\.\.?\/[\w/-]+\.js$/.test(specifier)),
  );
  expect(foreign).toEqual([]);
  expect(JSON.parse(readFileSync("client/package.json", "utf8"))).not.toHaveProperty("dependencies");
});
