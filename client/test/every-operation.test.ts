import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { locations } from "@/drizzle/schema/directory";
import { clientNames } from "@/server/api/client/names";
import { v2Endpoints } from "@/server/api/endpoints";
import type { Operation } from "@/server/api/reference/operation";
import { v2Operations } from "@/server/api/reference/operations";
import { encodeId } from "@/server/kernel/schema";
import { makeKey, makeLeave, makeWorkspace } from "@/server/test/factories";
import { type Served, serve } from "@/server/test/served";
import { testNow } from "@/server/test/services";
import type { Endpoint } from "@/server/transport/endpoint";
import { table } from "../src/generated/table.js";
import { Timeaway, TimeawayError } from "../src/index.js";

const receiverHost = "127.0.0.1:9";
const started = Date.now();
/** Starts at the date of the reference's samples. */
const clock = () => new Date(testNow.getTime() + Date.now() - started);

let served: Served;
let timeaway: Timeaway;
let operations: Map<string, Operation>;
/** An ID of each kind. IDs of the initial workspace take precedence. */
/** The file is one that no leave has. */
const ids = new Map([["leaveFile", encodeId("leaveFile", "01985f4e-7a3c-7c11-9f0e-3b1d2c4a5e6f")]]);
/** The first created ID of each kind, which nothing refers to: for DELETE. */
const made = new Map<string, string>();
let anotherLeave: () => Promise<string>;
/** The requests that reached the server. */
const sent: { method: string; path: string }[] = [];

function note(id: string, into = ids): void {
  const kind = id.slice(0, id.indexOf("-"));
  if (!into.has(kind)) into.set(kind, id);
}

beforeAll(async () => {
  served = await serve({ clock }, { WEBHOOK_ALLOW_HOSTS: receiverHost });
  const { services, url } = served;
  const workspace = await makeWorkspace(services);
  const { platformer, admin } = workspace.people;
  await services.db
    .update(locations)
    .set({ payPeriod: { type: "MONTHLY", endsOn: 31 } })
    .where(eq(locations.id, workspace.locations.north));
  let leaves = 0;
  anotherLeave = async () => {
    leaves += 1;
    const startDate = `2027-01-${String(leaves).padStart(2, "0")}`;
    return encodeId("leave", await makeLeave(services, platformer, { startDate, status: "OPEN" }));
  };
  note(await anotherLeave());
  note(encodeId("user", platformer.id));
  note(encodeId("location", workspace.locations.north));
  note(encodeId("department", workspace.departments.platform));
  note(encodeId("leaveType", workspace.leaveTypes.vacation));
  const key = await makeKey(services, { workspaceId: workspace.id, ownerId: admin.id });
  operations = new Map(v2Operations(services.settings).map((one) => [one.operationId, one]));
  timeaway = new Timeaway({
    apiKey: key.plain,
    baseUrl: url,
    fetch: async (address, init) => {
      const response = await fetch(address, init);
      sent.push({ method: init.method ?? "", path: new URL(address).pathname });
      if (response.status === 202) note((await response.clone().json()).operation.id);
      return response;
    },
  });
});
afterAll(() => served.close());

let count = 0;
/** A sample of the reference with unique names and existing IDs. */
const real = (text: string): string =>
  text
    .replaceAll(/\b([a-zA-Z]+)-[0-9a-f]{8}-[0-9a-f-]{27}/g, (id, kind: string) => ids.get(kind) ?? id)
    .replaceAll("hooks.example.com", receiverHost)
    .replaceAll(/"(Engineering|Remote|Vacation|Belgrade|ana@example.com)"/g, (_, name: string) => {
      count += 1;
      return JSON.stringify(`${count}${name}`);
    });

/** POST first, DELETE last. */
function turnOf({ method, status, params, write, body }: Endpoint): number {
  if ((write?.defer === "always" && body) || (method === "POST" && status === 201)) return params ? 1 : 0;
  return { GET: 2, PATCH: 3, POST: 4, DELETE: 5 }[method];
}

/** Values for this workspace, where it would refuse the reference's sample. */
const own: Record<string, () => object> = {
  listDecisionContexts: () => ({ ids: [ids.get("leave")] }),
  listEvents: () => ({ after: undefined }),
  requestLeave: () => ({ startDate: "2026-12-03", endDate: "2026-12-04" }),
  createPayrollRun: () => ({ templateId: null }),
  editLeave: () => ({ endDate: undefined, leaveTypeId: ids.get("leaveType") }),
  createDelegation: () => ({ startDate: "2026-12-01", endDate: "2026-12-04" }),
  adjustBalance: () => ({ days: 2 }),
  closeDays: () => ({ through: "2026-10-31" }),
  reopenDays: () => ({ through: null, reason: "Late" }),
  previewClosing: () => ({ through: "2026-10-31" }),
  createCredit: () => ({ earnedOn: "2026-11-14", expiresOn: null }),
  handOverUsers: () => ({ approverId: null }),
};

function argumentsOf({ operationId, params, method }: Endpoint, letters: string): unknown[] {
  const { body, tryParameters } = operations.get(operationId) ?? { body: null, tryParameters: null };
  const isWhole = method === "DELETE" && Object.keys(params ?? {}).length === 1;
  const known = isWhole ? new Map([...ids, ...made]) : ids;
  const given = Object.values(params ?? {}).map((kind) => known.get(kind));
  if (letters.includes("b"))
    return [...given, { ...JSON.parse(real(body?.sample ?? "{}")), ...own[operationId]?.() }];
  if (!letters.includes("q") || method !== "GET") return given;
  const query = (tryParameters ?? []).filter((one) => one.in === "query" && one.example !== "");
  const sample = Object.fromEntries(query.map(({ name, example }) => [name, real(example)]));
  return [...given, { ...sample, ...own[operationId]?.() }];
}

type Calls = Record<string, Record<string, (...given: unknown[]) => Promise<unknown>>>;
/** By name, as in the table; the type tests call it as users do. */
const byName = () => timeaway as unknown as Calls;

/** Remembers created IDs for the calls that follow. */
function remember(answer: unknown): void {
  const { id, webhookId, data } = (answer ?? {}) as { id?: unknown; webhookId?: unknown; data?: unknown[] };
  for (const one of [id, webhookId])
    if (typeof one === "string" && one.includes("-")) for (const into of [ids, made]) note(one, into);
  if (Array.isArray(data)) remember(data[0]);
}

/** The operations that this state refuses, by code; everything else succeeds. */
const refused: Record<string, string> = {
  activateUser: "CONFLICT",
  sendInvitation: "CONFLICT",
  remindApprovers: "FORBIDDEN",
  endDelegation: "CONFLICT",
  withdrawCancellation: "FORBIDDEN",
  withdrawChange: "FORBIDDEN",
  deleteLeaveFile: "RESOURCE_NOT_FOUND",
  // Approved by then.
  denyCredit: "CONFLICT",
  // Each has a leave of its own, of which no certificate is asked for.
  getLeaveCertificate: "RESOURCE_NOT_FOUND",
  editLeaveCertificate: "RESOURCE_NOT_FOUND",
  withdrawLeaveCertificate: "RESOURCE_NOT_FOUND",
};

it("every operation reaches its own endpoint, and its answer is read", async () => {
  const names = clientNames(v2Endpoints);
  const faults: string[] = [];
  for (const endpoint of [...v2Endpoints].sort((a, b) => turnOf(a) - turnOf(b))) {
    const { operationId, method, path } = endpoint;
    // Files are sent and saved with fetch.
    if (endpoint.upload || endpoint.download) continue;
    const { resource, verb } = names.get(operationId) ?? { resource: "", verb: "" };
    const letters = table[resource]?.[verb]?.split(" ")[2] ?? "";
    const call = byName()[resource]?.[verb];
    if (!call) throw new Error(`${operationId} is not in the client: npm run client`);
    const isNew = turnOf(endpoint) <= 1 || endpoint.list === "paged";
    if (endpoint.params?.id === "leave") ids.set("leave", await anotherLeave());
    sent.length = 0;
    const outcome = await Promise.resolve()
      .then(() => call(...argumentsOf(endpoint, letters)))
      .then(
        (answer) => {
          if (isNew) remember(answer);
          return "fine";
        },
        (error: unknown) =>
          error instanceof TimeawayError ? `${error.code} ${error.message}` : String(error),
      );
    const pattern = new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
    const isReached = sent[0]?.method === method && pattern.test(sent[0].path);
    if (!isReached || outcome.split(" ")[0] !== (refused[operationId] ?? "fine"))
      faults.push(`${operationId} (${sent[0]?.method} ${sent[0]?.path}): ${outcome}`);
  }
  expect(faults).toEqual([]);
});
