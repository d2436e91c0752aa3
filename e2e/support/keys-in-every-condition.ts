import type { APIRequestContext } from "@playwright/test";
import { age } from "./age";
import { createKey, importLegacyKey, type Workspace } from "./operator";

/** The content of a workspace: ids of keys in each condition, a whole v1 key, and a refused request. */
export interface Made {
  keyId: string;
  replacedId: string;
  revokedId: string;
  expiredId: string;
  legacyKey: string;
  requestId: string;
}

/** Keys in every condition, so that every badge and colour is on the page. */
export async function fillKeys(workspace: Workspace, request: APIRequestContext): Promise<Made> {
  const owner = workspace.admin;
  const payroll = await createKey(owner, "Payroll sync");
  await age(payroll.id, { createdDaysAgo: 60, usedHoursAgo: 1, requests: 12_400 });
  const almost = await createKey(
    owner,
    "Analytics warehouse export with a name that needs two lines",
    "leaves:read",
  );
  await age(almost.id, { usedHoursAgo: 2, requests: 29_000 });
  const unused = await createKey(owner, "Holiday board", "holidays:read,locations:read");
  await age(unused.id, { createdDaysAgo: 45 });
  const ending = await createKey(owner, "Trial", "users:read,users:write");
  await age(ending.id, { usedHoursAgo: 30, expiresInDays: 5, requests: 25_500 });
  const ended = await createKey(owner, "Old trial", "users:read");
  await age(ended.id, { createdDaysAgo: 90, expiresInDays: -3 });
  const revoked = await createKey(owner, "Retired", "users:read");
  await age(revoked.id, { createdDaysAgo: 90, revoked: true });
  const successor = await createKey(owner, "Holiday board (new)", "holidays:read");
  await age(successor.id, { usedHoursAgo: 1, replaces: unused.id });
  return {
    keyId: payroll.id,
    replacedId: unused.id,
    revokedId: revoked.id,
    expiredId: ended.id,
    legacyKey: await importLegacyKey(workspace),
    requestId: await callAll(request, [payroll.plain, almost.plain]),
  };
}

/** Requests with every outcome that a caller can cause. @returns the id of a refused one */
async function callAll(request: APIRequestContext, keys: string[]): Promise<string> {
  const paths = ["/v2/departments", "/v2/leaves", "/v2/labels?limit=x", "/v2/nowhere", "/v2/webhooks/none"];
  let refused = "";
  for (const key of keys)
    for (const path of paths) {
      const answer = await request.get(path, { headers: { authorization: `Bearer ${key}` } });
      if (answer.status() === 400) refused = answer.headers()["x-request-id"] ?? "";
    }
  const burst = { headers: { authorization: `Bearer ${keys[0]}` } };
  await Promise.all(Array.from({ length: 60 }, () => request.get("/v2/locations", burst)));
  return refused;
}
