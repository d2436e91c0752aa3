import { afterEach, expect } from "vitest";
import { beginTestFile } from "./database";
import { takeViolations, watchTransactions } from "./open-transaction";

// Runs before each test file, also where a worker keeps the modules of its last one.
beginTestFile();

// For every test: no transaction may wait on a third party while it holds its locks and its connection.
watchTransactions();
afterEach(() => {
  expect(takeViolations()).toEqual([]);
});
