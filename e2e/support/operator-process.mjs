// Runs the operator's commands one after the other: each line of standard input is a list of arguments. What a process costs to
// start, a run of all tests pays some seven hundred times otherwise.
import { createInterface } from "node:readline";

const { admin } = await import("../../dist/admin.js");
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
