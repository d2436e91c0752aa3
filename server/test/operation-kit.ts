import { and, eq, sql } from "drizzle-orm";
import { labels } from "@/drizzle/schema/directory";
import { operations } from "@/drizzle/schema/operations";
import type { Services } from "@/server/kernel/services";
import { type ApiAnswer, apiClient, type Refused, type Single } from "./api-client";
import { makeKeys, makeWorkspace, type TestKey } from "./factories";
import { type standingClock, testNow } from "./services";

interface Operation {
  id: string;
  status: string;
  url: string;
  completedAt: string | null;
  result: { status: number; body: unknown } | null;
  error: Refused["error"] | null;
}
export type Accepted = { operation: Pick<Operation, "id" | "status" | "url"> };
type Headers = Record<string, string>;
type Given = { key?: TestKey; url?: string };

/** The label of a test's writes. */
export const blue = { name: "Blue", color: "0000ff" };

export const uuidOf = ({ body }: ApiAnswer<Accepted>): string => body.operation.id.slice("operation-".length);

/** A separate workspace, and its administrator's deferred requests. */
export async function operationStage(services: Services, clock: ReturnType<typeof standingClock>) {
  clock.set(testNow);
  const api = apiClient(services);
  const workspace = await makeWorkspace(services);
  const keys = await makeKeys(services, workspace);

  const post = (json: unknown = blue, headers: Headers = {}, { key = keys.admin, url }: Given = {}) =>
    api.v2<Accepted>("POST", url ?? "/v2/labels", { key, json, headers });
  const later = (json: unknown = blue, headers: Headers = {}, given: Given = {}) =>
    post(json, { prefer: "respond-async", ...headers }, given);
  const poll = async (url: string) => (await api.get<Single<Operation>>(url, keys.admin)).body.data;

  /** Polls until the operation has ended; the key's bucket is refilled. */
  async function ended(accepted: ApiAnswer<Accepted>): Promise<Operation> {
    for (let tries = 0; tries < 300; tries++) {
      const operation = await poll(accepted.body.operation.url);
      if (operation.status !== "PENDING") return operation;
      clock.pass(1000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error("the operation never ended");
  }

  async function labelCount(name = blue.name): Promise<number> {
    const [row] = await services.db
      .select({ count: sql<number>`count(*)::int` })
      .from(labels)
      .where(and(eq(labels.workspaceId, workspace.id), eq(labels.name, name)));
    return row?.count ?? 0;
  }

  const rows = () => services.db.select().from(operations).where(eq(operations.workspaceId, workspace.id));
  async function rowOf(accepted: ApiAnswer<Accepted>) {
    const row = (await rows()).find(({ id }) => id === uuidOf(accepted));
    if (!row) throw new Error("no such operation");
    return row;
  }
  return { api, workspace, keys, post, later, poll, ended, labelCount, rows, rowOf };
}
export type OperationStage = Awaited<ReturnType<typeof operationStage>>;
