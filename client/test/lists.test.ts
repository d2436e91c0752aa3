import { afterEach, expect, it } from "vitest";
import { json, type StandIn, standIn } from "./stand-in";

let stand: StandIn;
afterEach(() => stand.close());

const page = (names: string[], nextToken?: string) =>
  json(200, { data: names.map((name) => ({ name })), ...(nextToken && { nextToken }) });
const paths = () => stand.received.map(({ path }) => path);

it("for await: every item of all pages, one request per page, with the same query", async () => {
  stand = await standIn([page(["a", "b"], "t1"), page([], "t2"), page(["c"])]);
  const names: string[] = [];
  for await (const { name } of stand.timeaway.users.list({ status: ["ACTIVE", "DELETED"], limit: 2 }))
    names.push(name);
  expect(names).toEqual(["a", "b", "c"]);
  const query = "/v2/users?status=ACTIVE%2CDELETED&limit=2";
  expect(paths()).toEqual([query, `${query}&nextToken=t1`, `${query}&nextToken=t2`]);
});

it("awaited: the first page, then the next until there is none", async () => {
  stand = await standIn([page(["a"], "t1"), page(["b"])]);
  const first = await stand.timeaway.users.list();
  expect([first.data, first.nextToken]).toEqual([[{ name: "a" }], "t1"]);
  const second = await first.next();
  expect([second?.data, second?.nextToken, await second?.next()]).toEqual([[{ name: "b" }], undefined, null]);
});

it("a null token ends a list as an absent one does", async () => {
  stand = await standIn([json(200, { data: [{ name: "a" }], nextToken: null })]);
  const names: string[] = [];
  for await (const { name } of stand.timeaway.users.list()) names.push(name);
  expect([names, paths()]).toEqual([["a"], ["/v2/users"]]);
});

it("a list without pages is an array", async () => {
  stand = await standIn([page(["a"])]);
  expect(await stand.timeaway.departments.list()).toEqual([{ name: "a" }]);
});
