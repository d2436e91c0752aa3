import type { Ctx } from "@/server/access/ctx";
import { ApiError, invalid } from "@/server/kernel/errors";
import { decodeId, encodeId } from "@/server/kernel/schema";
import { caseFolded, searchFolded } from "@/server/kernel/text/folding";
import { type Colleague, findColleagues } from "@/server/modules/people/people/find-colleagues";
import { inQuotes } from "./wire";

/** Maximum candidates that an error names when several people match. */
const maxCandidates = 10;

const described = ({ id, name, department }: Colleague): string =>
  `${inQuotes(name)} (${inQuotes(department.name)}, ${encodeId("user", id)})`;

const fault = (message: string) => invalid([{ path: "person", message }]);

/** The user that the tools act for. @throws ApiError FORBIDDEN when an app acts for no user */
export function ownId({ actor }: Ctx): string {
  if (actor.userId === null) throw new ApiError("FORBIDDEN");
  return actor.userId;
}

/**
 * Resolves the person that a model means: nothing or "me" is its user, else an id or a name within sight.
 * @throws ApiError VALIDATION_ERROR with the candidates, when no one or several people match
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
    `Several people match: ${items.map(described).join("; ")}${others}. Ask which one is meant, and send the ID.`,
  );
}
