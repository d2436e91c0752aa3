import journal from "@/drizzle/migrations/meta/_journal.json" with { type: "json" };

/** The newest migration of this release: its name, and the timestamp by which Drizzle orders migrations. */
export const newestMigration = journal.entries.reduce(
  (newest, { tag, when }) => (when > newest.at ? { name: tag, at: when } : newest),
  { name: "", at: 0 },
);
