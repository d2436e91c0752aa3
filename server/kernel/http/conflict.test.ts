import { describe, expect, it } from "vitest";
import { orConflict, orInUse } from "./conflict";

const violation = (fields: Record<string, string>) =>
  Promise.reject(new Error("Failed query", { cause: Object.assign(new Error("refused"), fields) }));

const taken = { labels_name_unique: "Another label already has this name." };
const inUse = { users: "People still work here." };
const conflict = (message: string) => ({ code: "CONFLICT", message });

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
});
