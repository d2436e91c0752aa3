import { afterEach, expect } from "vitest";
import { takeViolations, watchTransactions } from "./open-transaction";

// For every test: no transaction may wait for somebody else while it holds its locks and its connection.
watchTransactions();
afterEach(() => {
  expect(takeViolations()).toEqual([]);
});
