import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { StartError } from "./start-error";

// A backup is one compressed text: a line of JSON, then for each table a line of JSON, its rows as COPY writes them, `\.`, and a line with
// their number and checksum; a last line marks the end.

const format = "timeaway-backup-1";
const endOfRows = "\\.";
const lineFeed = 10;

export interface Head {
  format: typeof format;
  createdAt: string;
  /** The newest applied migration. */
  schema: { name: string; at: number };
}

export interface TableCopy {
  table: string;
  columns: string[];
}

/** The number of rows of each table. */
export type Counts = Record<string, number>;

interface Sum {
  rows: number;
  sha256: string;
}

type Source = TableCopy & { open: () => Promise<Readable> };

/** Writes a file that is complete or absent. @throws StartError when the file exists */
export async function writeBackupFile(
  file: string,
  head: Omit<Head, "format">,
  tables: readonly Source[],
): Promise<Counts> {
  const draft = `${file}.part`;
  const counts: Counts = {};
  try {
    const text = Readable.from(textOf({ format, ...head }, tables, counts));
    await pipeline(text, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }));
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return counts;
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

async function* textOf(head: Head, tables: readonly Source[], counts: Counts): AsyncGenerator<Buffer> {
  yield line(head);
  for (const { table, columns, open } of tables) {
    yield line({ table, columns });
    const hash = createHash("sha256");
    let rows = 0;
    for await (const chunk of (await open()) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      for (const byte of chunk) if (byte === lineFeed) rows++;
      yield chunk;
    }
    counts[table] = rows;
    yield Buffer.from(`${endOfRows}\n`);
    yield line({ rows, sha256: hash.digest("hex") });
  }
  yield line({ tables: tables.length });
}

/** Processes the rows of one table as a stream. */
type TakeRows = (copy: TableCopy, rows: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Reads a file from start to end.
 * @param open decides by the head, before any rows are read
 * @throws StartError when it is no backup, incomplete or damaged
 */
export async function readBackupFile(file: string, open: (head: Head) => Promise<TakeRows>): Promise<Counts> {
  const source = createReadStream(file);
  const text = createGunzip();
  // The reader of the text reports errors of the file.
  source.on("error", (error) => text.destroy(error)).pipe(text);
  try {
    return await readText(linesOf(text), open);
  } catch (error) {
    if (/^(Z_|ENOENT|EISDIR|EACCES)/.test(String((error as NodeJS.ErrnoException).code)))
      throw new StartError(`${file} cannot be read as a backup: ${(error as Error).message}.`);
    throw error;
  } finally {
    source.destroy();
    text.destroy();
  }
}

async function readText(
  lines: AsyncGenerator<Buffer>,
  open: (head: Head) => Promise<TakeRows>,
): Promise<Counts> {
  const head = await jsonOf<Head>(lines);
  if (head.format !== format) throw new StartError("The file is no backup of this release's format.");
  const take = await open(head);
  const counts: Counts = {};
  for (;;) {
    const next = await jsonOf<TableCopy & { tables?: number }>(lines);
    if (next.tables !== undefined) {
      if (next.tables !== Object.keys(counts).length) throw new StartError("The backup lacks tables.");
      return counts;
    }
    const found = { rows: 0, sha256: "" };
    await take(next, rowsOf(lines, found));
    const said = await jsonOf<Sum>(lines);
    if (said.rows !== found.rows || said.sha256 !== found.sha256)
      throw new StartError(
        `The backup is damaged: the rows of ${next.table} are not those that were written.`,
      );
    counts[next.table] = found.rows;
  }
}

/** Yields the rows up to the end of a table, then sets their number and checksum in `found`. */
async function* rowsOf(lines: AsyncGenerator<Buffer>, found: Sum): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new StartError("The backup is incomplete.");
    if (value.length === 3 && value.toString() === `${endOfRows}\n`) break;
    hash.update(value);
    found.rows++;
    yield value;
  }
  found.sha256 = hash.digest("hex");
}

async function jsonOf<T>(lines: AsyncGenerator<Buffer>): Promise<T> {
  const { value, done } = await lines.next();
  if (done) throw new StartError("The backup is incomplete.");
  try {
    return JSON.parse(value.toString()) as T;
  } catch {
    throw new StartError("The file is no backup, or damaged.");
  }
}

/** Yields lines with their line feed. */
async function* linesOf(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of text) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end + 1)]);
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}
