import fc from "fast-check";
import { expect, it } from "vitest";
import { type Amount, amountIn, amountOf, figureOf } from "./amount";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const text = ({ unit, count, rest }: Amount) => plain(`${count} ${unit === "hours" ? "h" : "d"}${rest}`);

it("halves of days stay days", () => {
  expect(text(amountIn(12, null, 8))).toBe("12 d");
  expect(text(amountIn(1.5, null, 8))).toBe("1.5 d");
  expect(text(amountIn(-0.5, null, 8))).toBe("-0.5 d");
});

it("a part of a day that is no half is hours and minutes of the person's day", () => {
  expect(text(amountIn(0.333, null, 8))).toBe("2 h 40 min");
  expect(text(amountIn(14.667, null, 8))).toBe("14 d 5 h 20 min");
  expect(text(amountIn(11.375, null, 8))).toBe("11 d 3 h");
  expect(text(amountIn(11.375, null, 4))).toBe("11 d 1 h 30 min");
  expect(text(amountIn(-2.25, null, 8))).toBe("-2 d 2 h");
  expect(text(amountIn(2.9999, null, 8))).toBe("3 d");
});

it("without the person's day, days are rounded to tenths", () => {
  expect(text(amountIn(14.667, null))).toBe("14.7 d");
});

it("hours are hours, with minutes where they are no halves", () => {
  expect(text(amountOf(0.5, 3))).toBe("3 h");
  expect(text(amountOf(1, 7.5))).toBe("7.5 h");
  expect(text(amountOf(0.333, 2.67))).toBe("2 h 40 min");
  expect(text(amountIn(-0.333, 8))).toBe("-2 h 40 min");
});

it("less than nothing keeps its minus, also of less than an hour", () => {
  const figure = (amount: Amount) => plain(figureOf(amount, new Intl.NumberFormat("en").format));
  expect(figure(amountIn(-0.042, null, 8))).toBe("-0 h 20 min");
  expect(figure(amountOf(-0.042, -0.33))).toBe("-0 h 20 min");
  expect(figure(amountIn(-0.0001, null, 8))).toBe("0");
  expect(figure(amountOf(0, -0.001))).toBe("0");
});

it("an amount has the same minutes whether its type is read in days or in hours", () => {
  expect(text(amountIn(0.526, null, 8))).toBe("4 h 12 min");
  expect(text(amountIn(0.526, 8, 8))).toBe("4 h 12 min");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), fc.constantFrom(8, 7.6, 4, 7.75), (thousandths, day) => {
      const inDays = amountIn(thousandths / 1000, null, day);
      if (inDays.unit === "hours") expect(inDays).toEqual(amountIn(thousandths / 1000, day, day));
    }),
  );
});

it("a figure beside others names its units only with a rest", () => {
  expect(figureOf(amountIn(12.5, null, 8), String)).toBe("12.5");
  expect(plain(figureOf(amountIn(14.667, null, 8), String))).toBe("14 d 5 h 20 min");
});

it("no number has more than one decimal, and nothing is lost but parts of a minute", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -40_000, max: 40_000 }),
      fc.constantFrom(8, 7.6, 4, 7.75),
      (thousandths, day) => {
        const amount = amountIn(thousandths / 1000, null, day);
        for (const number of [amount.days, amount.hours, amount.count, amount.shown])
          expect(Math.abs(number * 10 - Math.round(number * 10))).toBeLessThan(1e-6);
        const [, hours = "0"] = / (\d+) h/.exec(plain(amount.rest)) ?? [];
        const [, minutes = "0"] = / (\d+) min/.exec(plain(amount.rest)) ?? [];
        const rest = Number(hours) * 60 + Number(minutes);
        const whole = Math.abs(amount.count) * (amount.unit === "hours" ? 60 : day * 60);
        expect(Math.abs(whole + rest - (Math.abs(thousandths) / 1000) * day * 60)).toBeLessThan(0.61 * day);
      },
    ),
  );
});
