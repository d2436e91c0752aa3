import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { departmentApprovers, departments, labels } from "@/drizzle/schema/directory";
import { newId } from "@/server/kernel/ids";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { makeWorkspace, type TestWorkspace } from "@/server/test/factories";
import { allPages, manyNames, namesInOrder } from "@/server/test/paged-list";
import { testServices } from "@/server/test/services";
import { signedInCaller } from "@/server/test/signed-in-caller";

let services: Services;
let workspace: TestWorkspace;
let directory: Awaited<ReturnType<typeof signedInCaller>>["directory"];

beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  ({ directory } = await signedInCaller(services, workspace.people.admin));
});

const rowOf = (name: string) => ({
  workspaceId: workspace.id,
  id: newId(),
  name,
  createdAt: services.clock(),
});
const addLabels = (names: readonly string[]) =>
  services.db.insert(labels).values(names.map((name) => ({ ...rowOf(name), color: "3b82f6" })));

describe("the page of labels", () => {
  it("has at most 100 rows; all pages have each of 205 once, in collation order", async () => {
    await addLabels(manyNames(205));
    const pages = await allPages((cursor) => directory.labels.page({ cursor }));
    expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 8]);
    const names = pages.flatMap(({ items }) => items.map(({ name }) => name));
    expect(names).toEqual(namesInOrder(names));
    expect(new Set(names).size).toBe(208);
  });

  it("finds a row of the third page, ignoring case and accents", async () => {
    await addLabels([...manyNames(205), "Žofie"]);
    const { items } = await directory.labels.page({ q: " ZOFIE " });
    expect(items.map(({ name }) => name)).toEqual(["Žofie"]);
  });

  it("neither repeats nor hides a row when others are added between two pages", async () => {
    await addLabels(manyNames(205));
    const first = await directory.labels.page({});
    await addLabels(["000 before", "~ after"]);
    const rest = await allPages((cursor = first.next ?? "") => directory.labels.page({ cursor }));
    const ids = [first, ...rest].flatMap(({ items }) => items.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    const names = rest.flatMap(({ items }) => items.map(({ name }) => name));
    expect(names).not.toContain("000 before");
    expect([...first.items, ...rest.flatMap(({ items }) => items)]).toHaveLength(
      208 + names.filter((name) => name === "~ after").length,
    );
  });

  it("orders by the number of people, the same number by id", async () => {
    await addLabels(manyNames(205));
    const pages = await allPages((cursor) => directory.labels.page({ sort: "-people", cursor }));
    const rows = pages.flatMap(({ items }) => items);
    expect(rows.map(({ userCount }) => userCount)).toEqual(
      rows.map(({ userCount }) => userCount).sort((a, b) => b - a),
    );
    expect(rows).toHaveLength(208);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(208);
  });

  it("says how many rows the search excludes when it finds none", async () => {
    expect(await directory.labels.page({ q: "no such" })).toEqual({ items: [], next: null, excluded: 3 });
    await services.db.delete(labels).where(eq(labels.workspaceId, workspace.id));
    expect(await directory.labels.page({})).toEqual({ items: [], next: null, excluded: 0 });
  });

  it("400 a cursor of another search", async () => {
    await addLabels(manyNames(205));
    const { next } = await directory.labels.page({});
    await expect(directory.labels.page({ q: "a", cursor: next ?? "" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});

describe("the page of departments", () => {
  const add = async (names: readonly string[], parentId: string | null = null) => {
    const rows = names.map((name) => ({ ...rowOf(name), parentId }));
    await services.db.insert(departments).values(rows);
    return rows.map(({ id }) => id);
  };
  const namesOf = (pages: { items: { name: string }[] }[]) =>
    pages.flatMap(({ items }) => items.map(({ name }) => name));

  it("has at most 100 rows; all pages have each of 205 once: after its parent, siblings in collation order", async () => {
    const [parent = ""] = await add(["Ä parent"]);
    await add(manyNames(200), parent);
    const pages = await allPages((cursor) => directory.departments.page({ cursor }));
    expect(pages.map(({ items }) => items.length)).toEqual([100, 100, 5]);
    const rows = pages.flatMap(({ items }) => items);
    const below = rows.filter(({ parentName }) => parentName === "Ä parent");
    expect(below).toHaveLength(200);
    expect(namesOf([{ items: below }])).toEqual(namesInOrder(manyNames(200)));
    expect(below.every(({ depth }) => depth === 1)).toBe(true);
    const roots = rows.filter(({ depth }) => depth === 0).map(({ name }) => name);
    expect(roots).toEqual(namesInOrder(roots));
    expect(rows.slice(1, 201)).toEqual(below);
    expect(rows.find(({ name }) => name === "Platform")).toMatchObject({
      depth: 1,
      parentName: "Engineering",
    });
  });

  it("has those without an approver of the first level on request, beside a search", async () => {
    const [none = "", second = "", first = ""] = await add(["Zz none", "Zz second", "Zz first"]);
    const { id: userId } = workspace.people.northSeller;
    await services.db.insert(departmentApprovers).values([
      { workspaceId: workspace.id, departmentId: second, userId, level: 2 },
      { workspaceId: workspace.id, departmentId: first, userId, level: 1 },
    ]);
    const found = await directory.departments.page({ q: "zz", approvers: "none" });
    expect(found.items.map(({ id }) => id)).toEqual([none, second].map((id) => encodeId("department", id)));
    expect(namesOf([await directory.departments.page({ q: "zz" })])).toHaveLength(3);
  });

  it("finds a row of the third page by its name or by that of an approver", async () => {
    const ids = await add(manyNames(205));
    const [last = ""] = await add(["~ Žofie"]);
    expect(namesOf([await directory.departments.page({ q: "zofie" })])).toEqual(["~ Žofie"]);
    await services.db.insert(departmentApprovers).values(
      [last, ids[3] ?? ""].map((departmentId) => ({
        workspaceId: workspace.id,
        departmentId,
        userId: workspace.people.northSeller.id,
      })),
    );
    const { items } = await directory.departments.page({
      q: workspace.people.northSeller.name.toUpperCase(),
    });
    expect(items.map(({ id }) => id).sort()).toEqual(
      [last, ids[3] ?? ""].map((id) => encodeId("department", id)).sort(),
    );
  });

  it("offers as parents the departments that are neither the department nor below it, some at a time", async () => {
    const [top = ""] = await add(["Žofie top"]);
    const [middle = ""] = await add(["Žofie middle"], top);
    await add(["Žofie bottom"], middle);
    const search = async (input: Parameters<typeof directory.departments.searchParents>[0]) =>
      (await directory.departments.searchParents(input)).items.map(({ name, parentName }) => [
        name,
        parentName,
      ]);
    expect(await search({ text: "zofie" })).toEqual([
      ["Žofie bottom", "Žofie middle"],
      ["Žofie middle", "Žofie top"],
      ["Žofie top", null],
    ]);
    expect(await search({ text: "zofie", of: encodeId("department", middle) })).toEqual([
      ["Žofie top", null],
    ]);
    expect(await search({ text: "zofie", of: encodeId("department", top) })).toEqual([]);
    await add(manyNames(205));
    const found = await directory.departments.searchParents({});
    expect([found.items.length, found.hasMore]).toEqual([50, true]);
  });

  it("has the names of a department's parent and approvers in its details; 404 in another workspace", async () => {
    const [top = ""] = await add(["Top"]);
    const [below = ""] = await add(["Below"], top);
    const userId = workspace.people.northSeller.id;
    await services.db
      .insert(departmentApprovers)
      .values({ workspaceId: workspace.id, departmentId: below, userId });
    const id = encodeId("department", below);
    expect(await directory.departments.details({ id })).toMatchObject({
      ...{ id, name: "Below", parentName: "Top", parentId: encodeId("department", top) },
      approvers: [{ userId: encodeId("user", userId), name: workspace.people.northSeller.name, level: 1 }],
    });
    const other = await makeWorkspace(services);
    const stranger = await signedInCaller(services, other.people.admin);
    await expect(stranger.directory.departments.details({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("neither repeats nor hides a row when others are added between two pages", async () => {
    await add(manyNames(205));
    const before = namesOf(await allPages((cursor) => directory.departments.page({ cursor })));
    const first = await directory.departments.page({});
    await add(["000 before"]);
    const rest = await allPages((cursor = first.next ?? "") => directory.departments.page({ cursor }));
    expect(namesOf([first, ...rest])).toEqual(before);
  });

  it("says how many rows the search excludes when it finds none", async () => {
    expect(await directory.departments.page({ q: "no such" })).toMatchObject({ items: [], excluded: 4 });
  });

  it("403 for a user who is no administrator", async () => {
    const caller = await signedInCaller(services, workspace.people.approver);
    const { departments: called } = caller.directory;
    const id = encodeId("department", workspace.departments.sales);
    for (const call of [called.page({}), called.searchParents({}), called.details({ id })])
      await expect(call).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
