import { expect, it } from "vitest";
import { ApiError } from "@/server/kernel/errors";
import { requirePublic } from "./check-input";
import type { Resolve } from "./resolve";
import { type Target, targetOf } from "./url-guard";

function target(url: string, allowHosts: readonly string[] = []): Target {
  const found = targetOf(url, allowHosts);
  if (!found) throw new Error(`${url} is no target`);
  return found;
}

const named = target("https://hook.example/x");
const refusal =
  (code: string): Resolve =>
  () =>
    Promise.reject(Object.assign(new Error(code), { code }));

it.each([
  ["a private address", ["10.0.0.5"]],
  ["several with one private", ["93.184.216.34", "192.168.1.1"]],
  ["the metadata service", ["169.254.169.254"]],
  ["a mapped address", ["::ffff:10.0.0.1"]],
])("400 WEBHOOK_URL_INVALID for a name that resolves to %s", async (_name, addresses) => {
  const refused = await requirePublic(named, async () => addresses).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({
    code: "WEBHOOK_URL_INVALID",
    more: { details: { fields: [{ path: "url" }] } },
  });
});

// Without an address nothing can be checked; every attempt resolves again and connects only to checked addresses (decision 8).
it.each([
  ["has public addresses only", async () => ["93.184.216.34", "2606:4700::1111"]],
  ["has no address yet", refusal("ENOTFOUND")],
  ["has none of either family", refusal("ENODATA")],
  ["cannot be asked for now", refusal("ECONNREFUSED")],
])("passes a name that %s", async (_name, ask: Resolve) => {
  await expect(requirePublic(named, ask)).resolves.toBeUndefined();
});

it("passes a name whose server does not answer, after 1.5 seconds", async () => {
  const start = performance.now();
  await requirePublic(named, () => new Promise(() => undefined));
  expect(performance.now() - start).toBeGreaterThan(1400);
});

it("passes a host on the operator's allowlist, without a lookup", async () => {
  const allowed = target("http://receiver.local:8080/", ["receiver.local:8080"]);
  await requirePublic(allowed, () => Promise.reject(new Error("asked")));
});
