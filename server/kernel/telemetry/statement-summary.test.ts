import { expect, it } from "vitest";
import { summaryOf } from "./statement-summary";

it.each([
  [
    'select "users"."id" from "users" inner join "labels" on true where "users"."name" = $1',
    "SELECT users labels",
  ],
  ['insert into "labels" ("name") values (\'update people\')', "INSERT labels"],
  ['update "leaves" set "status" = $1 where "id" = $2 returning "id"', "UPDATE leaves"],
  [
    "delete from sessions where ctid = any(array(select ctid from sessions for update skip locked))",
    "DELETE sessions",
  ],
  [
    "with k as materialized (select 1 from keys), spent as (update counters c set n = 1 from k) select * from k left join spent on true",
    "UPDATE keys counters",
  ],
  ["select set_config('a', 'secret from users', true)", "SELECT"],
  ['declare "rows" no scroll cursor for select * from leaves', "DECLARE leaves"],
  ["insert into throttles values (extract(epoch from last_at) is distinct from next_at)", "INSERT throttles"],
])("summarizes %s as %s", (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});
