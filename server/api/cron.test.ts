import { afterAll, beforeAll, expect, test } from "vitest";
import type { Services } from "@/server/kernel/services";
import { testServices } from "@/server/test/services";
import { dispatchWith } from "./dispatch";

let services: Services;

beforeAll(async () => {
  services = await testServices();
});

afterAll(() => services.close());

async function cron(headers: Record<string, string>, method = "GET") {
  const request = new Request("http://anything.example/api/cron", { method, headers });
  const response = await dispatchWith(services, request, { ip: null, host: "anything.example" });
  if (!response) throw new Error("The cron route was left to the pages");
  return response;
}

test("401 without the secret, with a wrong one, and with another scheme", async () => {
  const { cronSecret } = services.settings;
  for (const authorization of ["", "Bearer wrong", `Basic ${cronSecret}`, cronSecret]) {
    const response = await cron({ authorization });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("405 names the allowed methods", async () => {
  const response = await cron({}, "DELETE");
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST"]);
});

test("200 with the secret on any host: every job runs, and none fails on an empty database", async () => {
  const response = await cron({ authorization: `Bearer ${services.settings.cronSecret}` });
  const { jobs } = (await response.json()) as { jobs: { name: string; failed?: true }[] };
  expect(response.status).toBe(200);
  expect(jobs.length).toBeGreaterThan(5);
  expect(jobs.filter((job) => job.failed)).toEqual([]);
});
