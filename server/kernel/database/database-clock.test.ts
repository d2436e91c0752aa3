import { sql } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { minute, second } from "@/server/kernel/time/clock";
import { testServices } from "@/server/test/services";

afterEach(() => {
  vi.useRealTimers();
});

it.each([10 * minute, -10 * minute])(
  "follows the database's clock while the process's clock is %d ms off",
  async (off) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + off });
    const services = await testServices();
    await services.clockSet;
    const [row] = await services.db.execute<{ at: number }>(
      sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
    );
    expect(Math.abs(services.clock().getTime() - (row?.at ?? 0))).toBeLessThan(second);
    expect(Math.abs(Date.now() - services.clock().getTime())).toBeGreaterThan(9 * minute);
    await services.close();
  },
);
