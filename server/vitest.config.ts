import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

const files = [
  "app/**/*.test.ts",
  "server/**/*.test.ts",
  "server/**/*.test.tsx",
  "e2e/zapier-app/*.test.ts",
  "client/test/*.test.ts",
];

/** Imports that start a server, a pooler or another process, or stop a database. */
const startsProcesses =
  /from "(?:node:child_process|.*\/(?:[a-z]+-process|embedded-postgres|pgbouncer|haltable-database|served))"/;

/** The test files that start processes: each in a process of its own, too. */
const processes = ["server", "client/test"]
  .flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => startsProcesses.test(readFileSync(root + file, "utf8")));

const overAll = [
  "server/jobs/several-workspaces.test.ts",
  "server/worker/*.test.ts",
  "server/kernel/database/delete-in-steps.test.ts",
  "server/modules/integrations/notifications/deliver.test.ts",
  "server/modules/integrations/notifications/scheduler.test.ts",
  "server/modules/integrations/reports/report-work.test.ts",
  "server/modules/integrations/request-log/*.test.ts",
  "server/modules/integrations/webhooks/due-lanes.test.ts",
  "server/modules/integrations/webhooks/engine.test.ts",
  "server/modules/leave/mail/leave-mails.test.ts",
  "server/modules/messaging/outbox/outbox.test.ts",
  "server/modules/workspace/retention/*.test.ts",
];

/** Reads what the others have recorded. */
const last = "server/test/statements.test.ts";

export default defineConfig({
  root,
  resolve: {
    alias: {
      "@": root.replace(/\/$/, ""),
      // The marker package throws outside a React server bundle; in tests everything is the server.
      "server-only": fileURLToPath(new URL("./test/server-only.ts", import.meta.url)),
    },
  },
  test: {
    globalSetup: ["server/test/global-setup.ts"],
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        // The modules are loaded once a worker: loading them took as long as testing them. Each file has a database of its own.
        test: {
          name: "rules",
          include: files,
          exclude: [...processes, last],
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // Work over all workspaces once more, as where they are distributed over servers (`server/test/one-workspace.ts`).
        test: {
          name: "distributed",
          include: overAll,
          isolate: false,
          env: { DISTRIBUTED: "on" },
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: "processes", include: processes, sequence: { groupOrder: 1 } } },
      { extends: true, test: { name: "recorded", include: [last], sequence: { groupOrder: 2 } } },
    ],
    setupFiles: ["server/test/each-file.ts"],
    // An unusual time zone, so that code that reads the process's zone fails.
    env: { TZ: "Pacific/Chatham" },
    pool: "forks",
    // They end what hangs. A busy machine's memory is up to twenty times slower, and some tests hash a hundred passwords.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    fileParallelism: true,
  },
});
