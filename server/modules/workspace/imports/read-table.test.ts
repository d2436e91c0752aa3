import { writeXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { readTable, readText } from "./read-table";

const bytesOf = (...parts: (string | number)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...Buffer.from(part)])));
const header = ["Name", "E-Mail"];
const jürgen = { header, rows: [["Jürgen Müßig", "j@example.test"]] };

it("cells are separated by tabs, semicolons, commas or bars, whichever is most frequent in the first line", () => {
  const table = { header, rows: [["Zoë, Z", "z@example.test"]], lines: [2] };
  expect(readText("Name\tE-Mail\nZoë, Z\tz@example.test\n\t\n")).toEqual(table);
  expect(readText("\ufeffName; E-Mail\r\nZoë, Z;z@example.test\r\n")).toEqual(table);
  expect(readText('Name,E-Mail\n"Zoë, Z",z@example.test')).toEqual(table);
  expect(readText("Name|E-Mail\nZoë, Z|z@example.test")).toEqual(table);
});

it("a separator line is not a header; rows keep their line numbers across empty lines", () => {
  expect(readText("\ufeffsep=;\r\nName;E-Mail\r\n\r\nJürgen Müßig;j@example.test\r\n")).toEqual({
    ...jürgen,
    lines: [3],
  });
  expect(readText("SEP=,\nName,a;b;c\nx,y").header).toEqual(["Name", "a;b;c"]);
});

it("cells beyond the header widen it; an apostrophe in front of a formula is removed", () => {
  expect(readText("a,b\n'=1,'tis,3\n'-x,2")).toEqual({
    header: ["a", "b", ""],
    rows: [
      ["=1", "'tis", "3"],
      ["-x", "2", ""],
    ],
    lines: [2, 3],
  });
});

it("Windows-1252, as German Excel writes it", async () => {
  const file = bytesOf("Name;E-Mail\r\nJ", 0xfc, "rgen M", 0xfc, 0xdf, "ig;j@example.test\r\n");
  expect(await readTable(file)).toMatchObject({ ...jürgen, readAs: "Windows-1252" });
  const marks = await readTable(bytesOf("Name\n", 0x80, " ", 0x84, "x", 0x93, " ", 0x9f, 0xa0, 0xe9));
  expect(marks.rows).toEqual([["€ „x“ Ÿ\u00a0é"]]);
});

it("UTF-8 with and without a byte order mark, UTF-16 of either byte order", async () => {
  const text = "Name\tE-Mail\r\nJürgen Müßig\tj@example.test\r\n";
  expect(await readTable(bytesOf(text))).toMatchObject({ ...jürgen, readAs: "UTF-8" });
  expect(await readTable(bytesOf(0xef, 0xbb, 0xbf, text))).toMatchObject({ ...jürgen, readAs: "UTF-8" });
  const little = Buffer.from(`\ufeff${text}`, "utf16le");
  expect(await readTable(little)).toMatchObject({ ...jürgen, readAs: "UTF-16LE" });
  expect(await readTable(Buffer.from(little).swap16())).toMatchObject({ ...jürgen, readAs: "UTF-16BE" });
});

it.each([
  ["a byte that Windows-1252 has no letter for", bytesOf("Name\nJ", 0xfc, "r", 0x81), "encoding"],
  ["UTF-16 that ends within a letter", bytesOf(0xff, 0xfe, "N", 0, "a"), "encoding"],
  ["UTF-16 with half a surrogate pair", bytesOf(0xff, 0xfe, 0, 0xd8, "a", 0), "encoding"],
  ["UTF-16 without a mark", Buffer.from("Name\nAda", "utf16le"), "encoding"],
  ["UTF-8 of which a byte broke", bytesOf("Name\nJürgen Müßig, Zoë", 0xc3, "\n"), "damaged"],
  ["UTF-8 with a mark and an older encoding", bytesOf(0xef, 0xbb, 0xbf, "Name\nJ", 0xfc), "damaged"],
  ["a letter that was lost before", bytesOf("Name\nJ\ufffdrgen"), "lost"],
  ["an old workbook", bytesOf(0xd0, 0xcf, 0x11, 0xe0, 0xa1), "oldWorkbook"],
  ["a broken workbook", bytesOf("PK", 3, 4, "x"), "workbook"],
])("%s is a fault, never a guessed character", async (_, bytes, fault) => {
  await expect(readTable(bytes)).rejects.toMatchObject({ name: "TableError", fault });
});

it("a workbook's dates, times and numbers keep their values; hidden sheets are ignored", async () => {
  const rows = [
    ["Name", "Day", "At", "From", "To", "Days", "ID"],
    ["=Ada", new Date("2027-03-01"), new Date("2027-03-01T09:30:00Z"), 0.375, 1, 4.5, "007"],
    [null, null, null, null, null, null, null],
    ["Bo", null, null, null, null, 12, true],
  ];
  const numFmts = ["@", "yyyy-mm-dd", "yyyy-mm-dd hh:mm", "hh:mm", "[hh]:mm", "0.0", "@"];
  const file = await writeXlsx({
    sheets: [
      { name: "Old", hidden: true, rows: [["x"]] },
      { name: "Empty", rows: [] },
      {
        name: "Leave",
        columns: numFmts.map((numFmt) => ({ numFmt })),
        rows,
      },
      { name: "More", rows: [["y"]] },
    ],
  });
  expect(await readTable(file)).toEqual({
    header: ["Name", "Day", "At", "From", "To", "Days", "ID"],
    rows: [
      ["=Ada", "2027-03-01", "2027-03-01 09:30:00", "09:00:00", "24:00", "4.5", "007"],
      ["Bo", "", "", "", "", "12", "true"],
    ],
    lines: [2, 4],
    readAs: "XLSX",
    sheet: { name: "Leave", otherCount: 1 },
  });
});
