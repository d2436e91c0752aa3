import { expect, it } from "vitest";
import { evenDate } from "./even-date";

it("an English date has no comma after its weekday, with or without a year", () => {
  const write = (locale: string, year?: "numeric") =>
    evenDate(
      new Intl.DateTimeFormat(locale, {
        timeZone: "UTC",
        weekday: "short",
        day: "numeric",
        month: "short",
        year,
      }).format(Date.UTC(2027, 1, 18)),
      locale,
    );
  expect(write("en-GB")).toBe("Thu 18 Feb");
  expect(write("en-GB", "numeric")).toBe("Thu 18 Feb 2027");
  expect(write("de", "numeric")).toBe("Do., 18. Feb. 2027");
});
