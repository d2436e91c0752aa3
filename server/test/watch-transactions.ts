import { afterEach, expect } from "vitest";
import { takeViolations, watchTransactions } from "./open-transaction";

// For every test: no transaction may wait on a third party while it holds its locks and its connection.
watchTransactions();
afterEach(() => {
  expect(takeViolations()).toEqual([]);
});
