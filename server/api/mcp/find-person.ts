import type { Ctx } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { caseFolded, searchFolded } from "@/server/kernel/folding";
import { decodeId, encodeId } from "@/server/kernel/schema";
import { type Colleague, findColleagues } from "@/server/modules/people/find-colleagues";
import { inQuotes } from "./wire";

/** Candidates that are named where several people are meant. */
const maxCandidates = 10;

const told = ({ id, name, department }: Colleague): string =>
  `${inQuotes(name)} (${inQuotes(department.name)}, ${encodeId("user", id)})`;

const fault = (message: string) => invalid([{ path: "person", message }]);

/** The person whom the tools act for. @throws ApiError FORBIDDEN where an app acts for nobody */
export function ownId({ actor }: Ctx): string {
  if (actor.userId === null) throw new ApiError("FORBIDDEN");
  return actor.userId;
}

/**
 * Whom a model means: nothing or "me" is the person it works for, else an id or a name within sight.
 * @throws ApiError VALIDATION_ERROR with the candidates, where nobody or several are meant
 */
export async function findPerson(ctx: Ctx, person = "me"): Promise<Colleague> {
  const text = person.trim();
  const id = text.toLowerCase() === "me" ? ownId(ctx) : decodeId("user", text);
  const { items, hasMore } = await findColleagues(ctx, {
    ...(id === null ? { text } : { id }),
    limit: maxCandidates,
  });
  const exact =
    [caseFolded, searchFolded]
      .map((fold) => items.filter(({ name }) => fold(name) === fold(text)))
      .find((alike) => alike.length > 0) ?? [];
  const [only] = exact.length === 1 ? exact : items;
  if (!only)
    throw fault(`Nobody that you can see is called ${inQuotes(text.slice(0, 100))}. Try find_users.`);
  if (exact.length === 1 || items.length === 1) return only;
  const others = hasMore ? ", and others" : "";
  throw fault(
    `Several people match: ${items.map(told).join("; ")}${others}. Ask which one is meant, and send the ID.`,
  );
}
