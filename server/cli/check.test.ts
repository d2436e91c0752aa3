import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { startHttp } from "@/server/test/http-stand-in";
import { requireNoAdvisories } from "./check.mjs";

const stopped: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(stopped.splice(0).map((stop) => stop()));
});

/** A registry that answers a request for advisories so. */
async function registry(status: number, body: object): Promise<void> {
  const { url, close } = await startHttp(({ method, path: address }) =>
    method === "POST"
      ? { status, body }
      : { status: 200, body: { name: decodeURIComponent(address.slice(1)), versions: {} } },
  );
  stopped.push(close);
  vi.stubEnv("npm_config_registry", url);
  // npm remembers what it read about an advisory.
  const cache = mkdtempSync(path.join(tmpdir(), "timeaway-npm-"));
  stopped.push(async () => rmSync(cache, { recursive: true, force: true }));
  vi.stubEnv("npm_config_cache", cache);
}

const advisoryOf = (severity: string) => ({
  postgres: [
    {
      id: 1,
      title: "Reads any row",
      url: "https://advisories.example/1",
      severity,
      vulnerable_versions: "*",
    },
  ],
});

it("refused with its title: a high vulnerability of a production dependency", async () => {
  await registry(200, advisoryOf("high"));
  await expect(requireNoAdvisories()).rejects.toThrow("Reads any row");
});

it("accepted: no vulnerability, and a moderate one", async () => {
  await registry(200, {});
  await requireNoAdvisories();
  await registry(200, advisoryOf("moderate"));
  await requireNoAdvisories();
});

it("printed, and nothing fails: a registry without an answer", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  await registry(405, {});
  await requireNoAdvisories();
  expect(log).toHaveBeenCalledWith("advisories were not checked: the registry does not answer");
});
