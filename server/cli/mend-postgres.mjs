// postgres.js 3.4.9 ends the process when a database goes away inside a transaction, and may never use a connection again that was
// lost with something still to be written (porsager/postgres#1154, #1208). Until a release mends it, this does, after every install.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = path.join(root, "node_modules", "postgres");
const files = ["src/connection.js", "cjs/src/connection.js"];
const mark = (name) => `/* mended by timeaway: ${name} */`;

const changes = [
  {
    // A write that was put off finds the socket gone: whoever waits for it is told, as for any lost connection.
    name: "write",
    from: /^( *)function nextWrite\(fn\) \{\n/m,
    to: `$&$1  ${mark("write")}
$1  if (socket === null) {
$1    chunk = nextWriteTimer = null
$1    error(Errors.connection('CONNECTION_CLOSED', options, socket))
$1    return false
$1  }
`,
  },
  {
    // Forgets the write that is cancelled, so that the next one is not taken to be on its way.
    name: "timer",
    from: /^( *)clearImmediate\(nextWriteTimer\)\n/gm,
    to: `$&$1chunk = nextWriteTimer = null ${mark("timer")}\n`,
  },
  {
    // A connection that is lost while it reads the types of arrays: its query is told, so nothing is left to be caught.
    name: "types",
    from: "return fetchArrayTypes()\n",
    to: `return fetchArrayTypes().catch(() => undefined) ${mark("types")}\n`,
  },
  {
    // Node.js tells of an error and of the closing in two turns. What is sent between them is told here, and what was half read is
    // forgotten: else the next connection waits for answers that never come, or begins its rows where the last one stopped.
    name: "closed",
    from: /^( *)if \(initial\)\n *return reconnect\(\)\n/m,
    to: `$1${mark("closed")}
$1const lost = Errors.connection('CONNECTION_CLOSED', options, socket)
$1stream && (stream.destroy(lost), stream = null)
$1query && queryError(query, lost)
$1while (sent.length) queryError(sent.shift(), lost)
$1query = results = errorResponse = final = null
$1result = new Result()
$1rows = 0

$&`,
  },
];

/** Mends what is installed. Safe to call again; leaves every other version alone. */
export function mendPostgres() {
  const manifest = path.join(folder, "package.json");
  if (!existsSync(manifest) || JSON.parse(readFileSync(manifest, "utf8")).version !== "3.4.9") return;
  for (const name of files) {
    const file = path.join(folder, name);
    const source = readFileSync(file, "utf8");
    const missing = changes.filter(({ name: change }) => !source.includes(mark(change)));
    if (missing.length > 0)
      writeFileSync(
        file,
        missing.reduce((text, { from, to }) => text.replace(from, to), source),
      );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) mendPostgres();
