import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

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
    include: [
      "server/**/*.test.ts",
      "server/**/*.test.tsx",
      "e2e/zapier-app/*.test.ts",
      "client/test/*.test.ts",
    ],
    globalSetup: ["server/test/global-setup.ts"],
    setupFiles: ["server/test/watch-transactions.ts"],
    // An unusual time zone, so that code that reads the process's zone fails.
    env: { TZ: "Pacific/Chatham" },
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    fileParallelism: true,
  },
});
