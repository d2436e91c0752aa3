import postgres from "postgres";
import { testDatabase } from "./database";

/** A statement as passed to `onStatement`. */
export type Statement = [text: string, parameters: unknown[]];

/** The blocks that a statement reads and sorts in this test file's database. A block has 8 KiB. */
export async function costOf([text, parameters]: Statement): Promise<{ blocks: number; sorts: boolean }> {
  const raw = postgres(await testDatabase(), { max: 1 });
  const [row] = await raw.unsafe(`explain (analyze, buffers, format json) ${text}`, parameters as never[]);
  await raw.end();
  const [{ Plan: top }] = Object.values(row ?? {})[0] as [{ Plan: Record<string, number> }];
  const blocks = (top["Shared Hit Blocks"] ?? 0) + (top["Shared Read Blocks"] ?? 0);
  return { blocks, sorts: JSON.stringify(top).includes('"Sort Key"') };
}
