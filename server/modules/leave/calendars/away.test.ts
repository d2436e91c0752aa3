import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { leaves } from "@/drizzle/schema/leaves";
import { statement } from "@/server/kernel/database/db";
import type { Services } from "@/server/kernel/services";
import { touchesDays } from "@/server/kernel/time/date-range";
import {
  endsInHalves,
  isOnDay,
  touchesByPeriod,
  touchesByPerson,
  touchesInHalves,
} from "@/server/modules/leave/calendars/away";
import { testServices } from "@/server/test/services";

let services: Services;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

interface Row {
  startDate: string;
  endDate: string;
  since: string;
  until: string;
  byPeriod: boolean;
  byPerson: boolean;
  begins: boolean;
  lasts: boolean;
  endsLater: number;
  onSince: boolean;
}

const [since, until] = [sql`asked.since`, sql`asked.until`];
const [begins, lasts] = touchesInHalves(since, until);
const [endsSoon, endsLate] = endsInHalves(since);

/** Leave of one day to beyond the length of long leave, starting on each day around the range of days. */
const forms = statement<Row>(sql`
  select ${leaves.startDate}::text as "startDate", ${leaves.endDate}::text as "endDate", since::text, until::text,
    ${touchesByPeriod(since, until)} as "byPeriod", ${touchesByPerson(since, until)} as "byPerson",
    ${begins} as begins, ${lasts} as lasts, (${endsSoon})::int + (${endsLate})::int as "endsLater", ${isOnDay(since)} as "onSince"
  from (select date '2026-11-20' + first as start_date, date '2026-11-20' + first + more as end_date
    from generate_series(-70, 10) first, unnest(array[0, 1, 6, 30, 31, 32, 60]) more) as ${leaves}
  cross join (select date '2026-11-20' as since, date '2026-11-20' + more as until from unnest(array[0, 1, 6]) more) asked`);

it("leave touches days by every form of the rule, or by none, and is in one half of a union", async () => {
  const rows = await forms(services.db);
  expect(rows).toHaveLength(81 * 7 * 3);
  for (const row of rows) {
    const isTouching = touchesDays(row, row.since, row.until);
    const halves = [row.begins, row.lasts].filter(Boolean).length;
    expect({ ...row, halves }).toMatchObject({
      ...{ byPeriod: isTouching, byPerson: isTouching, halves: isTouching ? 1 : 0 },
      onSince: touchesDays(row, row.since),
      endsLater: row.endDate >= row.since ? 1 : 0,
    });
  }
  expect(rows.filter(({ lasts }) => lasts).length).toBeGreaterThan(20);
  expect(rows.filter(({ byPeriod }) => !byPeriod).length).toBeGreaterThan(20);
});
