import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { inTransaction, systemContext } from "@/server/access/ctx";
import type { Services } from "@/server/kernel/services";
import { createLog } from "@/server/kernel/telemetry/log";
import { enqueueMail } from "@/server/modules/messaging/outbox/enqueue";
import {
  makeKeys,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
} from "@/server/test/factories";
import { type HttpStandIn, startHttp } from "@/server/test/http-stand-in";
import { postOffice, sendMails } from "@/server/test/mail-kit";
import { type Served, serve } from "@/server/test/served";

interface OtlpValue {
  stringValue?: string;
  intValue?: string;
}
interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: OtlpAttribute[];
  status?: { code: number };
}
interface OtlpTraces {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

let collectorStatus = 200;
let collector: HttpStandIn;
let served: Served;
let services: Services;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  collector = await startHttp(() => ({ status: collectorStatus, body: {} }));
  const logFields = () => services?.tracer?.logFields() ?? {};
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) }, logFields);
  served = await serve(
    { log, mailer: postOffice() },
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=a%20b",
      OTEL_SERVICE_NAME: "leave",
      OTEL_TRACES_SAMPLER: "parentbased_always_on",
      SLOW_STATEMENT_MS: "1",
    },
  );
  ({ services } = served);
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});
beforeEach(() => {
  collector.requests.length = 0;
});
afterAll(async () => {
  await served.close();
  await collector.close();
});

const exported = (): OtlpTraces[] => collector.requests.map(({ body }) => JSON.parse(body) as OtlpTraces);
const spans = (): OtlpSpan[] =>
  exported().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: all }) => all)),
  );
const valuesOf = (attributes: OtlpAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
async function spanNamed(name: string): Promise<OtlpSpan> {
  await expect.poll(() => spans().map((span) => span.name), { timeout: 5000 }).toContain(name);
  return spans().find((span) => span.name === name) as OtlpSpan;
}
const traceId = (at: number) => `4bf92f3577b34da6a3ce929d0e0e4${String(at).padStart(3, "0")}`;
const parentId = "00f067aa0ba902b7";
const ask = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
  const response = await fetch(served.url + path, {
    ...init,
    headers: { authorization: `Bearer ${keys.admin.plain}`, ...headers },
  });
  await response.arrayBuffer();
  return response;
};

it("a request is a span of the caller's trace, and its statements are child spans, each by its names", async () => {
  const answer = await ask("/v2/departments?limit=1", { traceparent: `00-${traceId(1)}-${parentId}-01` });
  const span = await spanNamed("GET /v2/departments");
  expect(span).toMatchObject({ traceId: traceId(1), parentSpanId: parentId, kind: 2 });
  expect(valuesOf(span.attributes)).toEqual({
    "http.request.method": "GET",
    "http.route": "/v2/departments",
    "http.response.status_code": "200",
    "url.path": "/v2/departments",
    "timeaway.api": "v2",
    "timeaway.request_id": answer.headers.get("x-request-id"),
  });
  const own = (one: OtlpSpan) => one.traceId === traceId(1) && one.parentSpanId === span.spanId;
  const parts = spans().filter(own);
  expect(parts.map(({ name }) => name)).toContain("SELECT departments");
  for (const part of parts) {
    expect(part.kind).toBe(3);
    expect(valuesOf(part.attributes)).toEqual({
      "db.system.name": "postgresql",
      "db.query.summary": part.name,
    });
    expect(BigInt(part.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    expect(BigInt(part.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(span.endTimeUnixNano));
    expect(BigInt(part.endTimeUnixNano)).toBeGreaterThan(BigInt(part.startTimeUnixNano));
  }
  const [resource] = exported()[0]?.resourceSpans ?? [];
  expect(valuesOf(resource?.resource.attributes ?? [])).toMatchObject({ "service.name": "leave" });
  const [posted] = collector.requests;
  expect([posted?.method, posted?.path]).toEqual(["POST", "/v1/traces"]);
  expect(posted?.headers).toMatchObject({ "content-type": "application/json", "x-tenant": "a b" });
});

it("log lines name the trace: the request's own line, and lines written meanwhile", async () => {
  await ask("/v2/users", { traceparent: `00-${traceId(2)}-${parentId}-01` });
  await expect
    .poll(() => lines.filter(({ trace_id }) => trace_id === traceId(2)).map(({ msg }) => msg))
    .toEqual(expect.arrayContaining(["request", "slow statement"]));
});

it("no span of a request whose caller opts out, and a new trace for a malformed header", async () => {
  await ask("/v2/labels", { traceparent: `00-${traceId(3)}-${parentId}-00` });
  await ask("/v2/locations", { traceparent: `00-${"0".repeat(32)}-${parentId}-01` });
  expect((await spanNamed("GET /v2/locations")).parentSpanId).toBeUndefined();
  expect(spans().filter(({ traceId: of }) => of === traceId(3))).toEqual([]);
  expect(spans().map(({ name }) => name)).not.toContain("GET /v2/labels");
});

it("no span has secrets, values or people", async () => {
  const secret = "s3cr3t".repeat(6);
  await ask(`/v2/users?api_key=${keys.admin.plain}&labels=${secret}`);
  await ask(`/v2/${keys.admin.plain}/${secret}`);
  await ask(`/ical/${secret}/away.ics`);
  await ask(
    "/v2/labels",
    { "content-type": "application/json" },
    { method: "POST", body: `{"name":"${secret}","color":"0000ff"}` },
  );
  await spanNamed("POST /v2/labels");
  const all = collector.requests.map(({ body }) => body).join();
  const hidden = [secret, keys.admin.plain, workspace.people.admin.name];
  for (const one of hidden) expect(all).not.toContain(one);
});

it("due work is a separate trace", async () => {
  await inTransaction(systemContext(services), (tx) =>
    enqueueMail(tx, {
      ...{ workspaceId: workspace.id, kind: "leave_decided", to: "ann@example.com", subject: "Hello" },
      ...{ text: "Hello", html: "<p>Hello" },
    }),
  );
  await sendMails(services);
  const span = await spanNamed("work mails");
  expect(span).toMatchObject({ kind: 1 });
  expect(valuesOf(span.attributes)).toEqual({ "timeaway.work.kind": "mails" });
});

it("200 while the collector refuses spans: one line reports it, and queued spans are sent later", async () => {
  collectorStatus = 503;
  await ask("/v2/leave-types");
  await expect
    .poll(() => lines.filter(({ msg }) => msg === "the collector of traces takes none"))
    .toHaveLength(1);
  expect((await ask("/v2/leave-types")).status).toBe(200);
  collectorStatus = 200;
  collector.requests.length = 0;
  await expect
    .poll(() => spans().filter(({ name }) => name === "GET /v2/leave-types"), { timeout: 10_000 })
    .toHaveLength(2);
});
