import { describe, expect, it } from "vitest";
import { reasons } from "@/server/kernel/reasons";
import { orConflict, orInUse } from "./conflict";

const violation = (fields: Record<string, string>, message = "refused") =>
  Promise.reject(new Error("Failed query", { cause: Object.assign(new Error(message), fields) }));

const taken = { labels_name_unique: "labelName" } as const;
const inUse = { users: "departmentPeople" } as const;
const conflict = (reason: "labelName" | "departmentPeople") => ({
  code: "CONFLICT",
  message: reasons[reason],
});

describe("the names in a database error", () => {
  it.each(["labels_name_unique", "labels_name_unique_102099", "labels_name_unique_1020991"])(
    "409 for the constraint %s",
    async (constraint_name) => {
      const write = orConflict(violation({ code: "23505", constraint_name }), taken);
      await expect(write).rejects.toMatchObject(conflict(taken.labels_name_unique));
    },
  );

  it.each(["users", "users_102101"])("409 for rows of the table %s", async (table_name) => {
    const remove = orInUse(violation({ code: "23503", table_name }), inUse);
    await expect(remove).rejects.toMatchObject(conflict(inUse.users));
  });

  it.each(["labels_name_unique_2", "labels_color_unique_102099"])("none for %s", async (constraint_name) => {
    const write = orConflict(violation({ code: "23505", constraint_name }), taken);
    await expect(write).rejects.toThrow("Failed query");
  });

  // As Citus passes on what a worker said: without the fields.
  it.each([
    ["23505", 'duplicate key value violates unique constraint "labels_name_unique_102099"'],
    ["23P01", 'conflicting key value violates exclusion constraint "labels_name_unique_102099"'],
    ["23514", 'new row for relation "labels_102099" violates check constraint "labels_name_unique_102099"'],
  ])("409 for a constraint that only the text of %s names", async (code, message) => {
    await expect(orConflict(violation({ code }, message), taken)).rejects.toMatchObject(
      conflict(taken.labels_name_unique),
    );
  });

  it("409 for a table that only the text names", async () => {
    const message =
      'update or delete on table "departments_102050" violates foreign key constraint "users_d_fk_102101" on table "users_102101"';
    await expect(orInUse(violation({ code: "23503" }, message), inUse)).rejects.toMatchObject(
      conflict(inUse.users),
    );
  });
});
