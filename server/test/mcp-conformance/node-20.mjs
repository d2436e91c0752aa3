// Preloaded into the conformance suite: it imports by name an export that Node has from version 22 on, for a command that isn't run here.
import { register } from "node:module";

const files = `export * from "node:fs"; export const globSync = undefined;`;
const hook = `export const resolve = (name, context, next) =>
  name === "fs" && context.parentURL?.includes("/@modelcontextprotocol/conformance/")
    ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(files)}`)}, shortCircuit: true }
    : next(name, context);`;

register(`data:text/javascript,${encodeURIComponent(hook)}`);
