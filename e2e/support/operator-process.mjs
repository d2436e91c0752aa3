// Runs the operator's commands one after the other: each line of standard input is a list of arguments. What a process costs to
// start, a run of all tests pays some seven hundred times otherwise.
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { buildServer } from "../../server/cli/build.mjs";
import { root } from "../../server/cli/prepare.mjs";

process.chdir(root);
const folder = path.resolve(await buildServer());
const { admin } = await import(pathToFileURL(path.join(folder, "admin.js")).href);
let said = "";
console.log = (text) => {
  said += text;
};
console.error = console.log;

for await (const line of createInterface({ input: process.stdin })) {
  said = "";
  const code = await admin(JSON.parse(line)).catch((error) => {
    said += error instanceof Error ? error.stack : String(error);
    return 1;
  });
  process.stdout.write(`${JSON.stringify({ code, said })}\n`);
}
