import { rm } from "node:fs/promises";
import { afterAll, afterEach, expect, inject } from "vitest";
import { dataFolder } from "./data-folder";
import { beginTestFile, endTestFile } from "./database";
import { takeCrossings } from "./one-workspace";
import { takeViolations, watchTransactions } from "./open-transaction";
import { recordStatements, writeStatements } from "./recorded-statements";

// Runs before each test file, also where a worker keeps the modules of its last one.
beginTestFile();
// Runs after the file's own hooks, which close what is connected.
afterAll(async () => {
  await endTestFile();
  writeStatements(inject("statements"));
  await rm(dataFolder, { recursive: true, force: true });
});

// For every test: no transaction may wait on a third party while it holds its locks and its connection.
watchTransactions();
recordStatements();
afterEach(() => {
  expect(takeViolations()).toEqual([]);
  expect(takeCrossings()).toEqual([]);
});
