import { strToU8, zipSync } from "fflate";
import { csvFile, csvStyles } from "@/server/kernel/text/csv";
import type { Export } from "./export-person";
import { personalDataV2 } from "./present";
import type { Section } from "./read-sections";

function csvOf({ rows }: Section): string {
  const names = Object.keys(rows[0] ?? {});
  return csvFile([names, ...rows.map((row) => names.map((name) => row[name]))], csvStyles.comma);
}

/** An export as a ZIP file: all of it as JSON, and each section with rows as CSV. */
export function writeArchive(data: Export): Uint8Array<ArrayBuffer> {
  const tables = data.sections.filter(({ rows }) => rows.length > 0);
  const files = [
    ["personal-data.json", `${JSON.stringify(personalDataV2(data), null, 2)}\n`] as const,
    ...tables.map((section) => [`${section.name}.csv`, csvOf(section)] as const),
  ];
  const packed = zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])), {
    mtime: data.exportedAt,
  });
  return new Uint8Array(packed);
}
