import { sql } from "drizzle-orm";
import { type MailAttachment, mailBodies } from "@/drizzle/schema/mails";
import { arrayOf } from "@/server/kernel/database/array-of";
import { statement } from "@/server/kernel/database/db";
import { workspacesOf } from "@/server/kernel/database/distribution";
import { inBatch } from "@/server/kernel/database/in-batch";
import { unnested } from "@/server/kernel/database/sql-parts";
import type { Services } from "@/server/kernel/services";
import { type MailContent, openBody } from "./content";

/** Maximum bodies that a worker keeps, each of about 100 kB at most. */
const cachedBodies = 32;

/** The part that all mails of an occurrence share. */
export interface SharedBody {
  /** Null when it was sealed with another encryption key. */
  content: MailContent | null;
  attachment: MailAttachment | null;
}

/** A worker's latest bodies by their id, the most recently used last. */
export type BodyCache = Map<string, SharedBody>;

interface Wanted {
  workspaceId: string;
  occurrenceId: string | null;
  bodyId: string | null;
}

const query = statement<{ id: string; content: Buffer; attachment: MailAttachment | null }>(sql`
  select b.id, b.content, b.attachment from ${mailBodies} b
  where ${inBatch(sql`b.workspace_id`)} and (b.workspace_id, b.occurrence_id) in (
    select * from ${unnested("wanted", { workspace_id: "uuid", occurrence_id: "uuid" })})`);

/** The bodies of mails, by id: those of one occurrence are read once. */
export async function readBodies(
  { db, settings }: Services,
  wanted: readonly Wanted[],
  cache: BodyCache,
): Promise<ReadonlyMap<string, SharedBody>> {
  const found = new Map<string, SharedBody>();
  const missing = new Map<string, Wanted>();
  for (const one of wanted) {
    if (one.bodyId === null) continue;
    const body = cache.get(one.bodyId);
    if (body) found.set(one.bodyId, body);
    else missing.set(one.bodyId, one);
  }
  if (missing.size > 0) {
    const rows = await query(db, {
      workspaces: arrayOf(workspacesOf([...missing.values()])),
      workspace_id: arrayOf([...missing.values()].map(({ workspaceId }) => workspaceId)),
      occurrence_id: arrayOf([...missing.values()].map(({ occurrenceId }) => occurrenceId)),
    });
    for (const { id, content, attachment } of rows)
      found.set(id, { content: openBody(settings, id, content), attachment });
  }
  keepLatest(cache, found);
  return found;
}

function keepLatest(cache: BodyCache, used: ReadonlyMap<string, SharedBody>): void {
  for (const [id, body] of used) {
    cache.delete(id);
    cache.set(id, body);
  }
  for (const id of cache.keys()) if (cache.size > cachedBodies) cache.delete(id);
}
