import fc from "fast-check";
import { expect, it } from "vitest";
import { csvFile, csvLine, csvLineIn, csvStyleOf, csvStyles, originalText, parseCsv } from "./csv";

it("parsing returns the written rows, for any cell content", () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom("", " ", "\n", "\r\n", '"', '","', "a,b", "x\ry"));
  const inert = cell.filter((text) => !/^[\t\r]|(^|[;\t|\r\n])["\s]*[=+\-@＝＋－＠]/.test(text));
  const table = fc.array(fc.array(inert, { minLength: 2, maxLength: 5 }), { maxLength: 5 });
  fc.assert(
    fc.property(table, (rows) => {
      expect(parseCsv(rows.map(csvLine).join(""))).toEqual(rows);
    }),
  );
});

it("no cell starts a formula; numbers stay numbers", () => {
  expect(csvLine(["=1+1", "+1", "-1", "@x", "\tx", -1, null, { a: 1 }])).toBe(
    `'=1+1,'+1,'-1,'@x,"'\tx",-1,,"{""a"":1}"\r\n`,
  );
});

it.each([
  [";", csvStyles.comma],
  ["\t", csvStyles.comma],
  ["|", csvStyles.comma],
  ["\n", csvStyles.comma],
  [",", csvStyles.semicolon],
  ["\t", csvStyles.semicolon],
] as const)("a reader with the separator %j sees no formula in the style %j", (separator, style) => {
  const formulas = fc.constantFrom("=cmd|' /C calc'!A0", "+1", "-1", "@x", '"=1"', ' "" =1', "＝1");
  const text = fc.array(fc.oneof(formulas, fc.constantFrom("a", "", ";", "|", "\t", ",", '"', "\n", "\r")), {
    maxLength: 6,
  });
  const cells = fc.array(
    text.map((parts) => parts.join("")),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(cells, (row) => {
      // The worst case of a reader: it ignores quoting and strips the remaining quotes.
      const seen = csvLineIn(style)(row).split(/\r?\n|\r/);
      const parts = seen.flatMap((line) => line.split(separator));
      for (const part of parts) expect(part.replace(/^["\s]+/, "")).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
  );
});

it("accepts a byte order mark, a missing final line break, empty lines and lone line feeds", () => {
  expect(parseCsv('\ufeffname,email\n\n"Zoë ""Z""",z@example.com\r\nA,')).toEqual([
    ["name", "email"],
    ['Zoë "Z"', "z@example.com"],
    ["A", ""],
  ]);
});

it("an unclosed quote, or text after a closing quote, throws an error with its line", () => {
  expect(() => parseCsv('a\n"b')).toThrow("Line 2");
  expect(() => parseCsv('"a"b')).toThrow("Line 1");
});

it("writes semicolons, decimal commas and a byte order mark for German spreadsheets", () => {
  expect(
    csvFile(
      [
        ["Tage", "Name"],
        [4.5, "a;b, c"],
        [-0.25, "1.5"],
      ],
      csvStyles.semicolon,
    ),
  ).toBe('\ufeffTage;Name\r\n4,5;"a;b, c"\r\n-0,25;1.5\r\n');
});

it("a file has semicolons and decimal commas in each language with a decimal comma", () => {
  const separators = ["en-GB", "en", "de", "es", "fr", "pt-PT", "pt"].map(
    (locale) => csvStyleOf(locale).separator,
  );
  expect(separators.join("")).toBe(",,;;;;;");
});

it("originalText restores escaped text", () => {
  for (const text of ["=1+1", "-x", "a;=cmd", "'tis", 'say "=1"', "＝1"]) {
    const [[cell]] = parseCsv(csvLine([text, ""])) as [[string]];
    expect(originalText(cell)).toBe(text);
  }
});
