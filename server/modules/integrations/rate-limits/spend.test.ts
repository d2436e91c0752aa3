import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServices, type Services } from "@/server/kernel/services";
import { admitKey } from "@/server/modules/integrations/keys/admit";
import { newKey } from "@/server/modules/integrations/keys/key-format";
import { makeKey, makeWorkspace, type TestKey, type TestWorkspace } from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";
import { burst, burstLeft, monthlyQuota } from "./policy";

const clock = standingClock();

// Where workspaces are distributed, each has its own batches, in the form that Citus accepts.
describe.each([false, true])("distributed: %s", (isDistributed) => {
  let services: Services;
  let other: Services;
  let workspace: TestWorkspace;
  let second: TestWorkspace;

  beforeAll(async () => {
    services = await testServices({ clock, isDistributed });
    other = createServices(services.settings, { clock, isDistributed });
    [workspace, second] = [await makeWorkspace(services), await makeWorkspace(services)];
  });
  afterAll(() => Promise.all([services.close(), other.close()]));

  const newKeyOfAdmin = ({ id: workspaceId, people }: TestWorkspace = workspace) =>
    makeKey(services, { workspaceId, ownerId: people.admin.id });

  const ask = (key: TestKey, count: number, by = services) =>
    Promise.all(Array.from({ length: count }, () => admitKey(by, key.plain)));

  type Asked = Awaited<ReturnType<typeof ask>>;
  const admitted = (asked: Asked) => asked.filter((one) => one?.error === null).map((one) => one?.allowance);
  const codes = (asked: Asked) => new Set(asked.flatMap((one) => one?.error?.code ?? []));

  it("50 of 80 concurrent requests pass, and each gets the allowance left after itself", async () => {
    const asked = await ask(await newKeyOfAdmin(), 80);
    const passed = admitted(asked);
    expect(passed.map((one) => one && burstLeft(one))).toEqual(
      Array.from({ length: burst }, (_, at) => 49 - at),
    );
    expect(passed.map((one) => one?.monthCount)).toEqual(Array.from({ length: burst }, (_, at) => at + 1));
    expect(codes(asked)).toEqual(new Set(["RATE_LIMITED"]));
  });

  it("keys of one batch do not share a bucket, and an unknown key belongs to no one", async () => {
    const [one, two, spent] = [await newKeyOfAdmin(), await newKeyOfAdmin(second), await newKeyOfAdmin()];
    await services.db.execute(
      sql`update rate_counters set month_count = ${monthlyQuota - 3} where key_id = ${spent.id}`,
    );
    const [many, few, last, unknown] = await Promise.all([
      ask(one, 60),
      ask(two, 5),
      ask(spent, 9),
      admitKey(services, newKey(workspace.id).plain),
    ]);
    expect([many, few, last].map((asked) => admitted(asked).length)).toEqual([burst, 5, 3]);
    for (const asked of many) expect(asked?.actor.via).toMatchObject({ keyId: one.id });
    expect(codes(last)).toEqual(new Set(["QUOTA_EXCEEDED"]));
    expect(unknown).toBeNull();
  });

  it("two processes with the same keys in opposite order neither deadlock nor miscount", async () => {
    const keys = await Promise.all(
      Array.from({ length: 30 }, (_, at) => newKeyOfAdmin(at % 3 ? workspace : second)),
    );
    const rounds = Array.from({ length: 40 }, () => keys);
    const by = (who: Services, list: TestKey[]) =>
      Promise.all(list.map(async (key) => ({ key, asked: await ask(key, 1, who) })));
    const all = await Promise.all([by(services, rounds.flat()), by(other, rounds.flat().reverse())]);
    for (const key of keys) {
      const asked = all.flat().filter((one) => one.key === key);
      expect(admitted(asked.flatMap((one) => one.asked))).toHaveLength(burst);
    }
  });
});
