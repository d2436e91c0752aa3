import { decodeId } from "@/server/kernel/schema";
import { userAttributes } from "@/server/modules/people/provisioning/attributes";
import { createProvisioned } from "@/server/modules/people/provisioning/create-provisioned";
import { deleteProvisioned } from "@/server/modules/people/provisioning/delete-provisioned";
import { parseFilter } from "@/server/modules/people/provisioning/filter";
import { getProvisioned } from "@/server/modules/people/provisioning/get-provisioned";
import { listProvisioned } from "@/server/modules/people/provisioning/list-provisioned";
import { patched, readOperations } from "@/server/modules/people/provisioning/patch";
import type { ProvisionedRow } from "@/server/modules/people/provisioning/present";
import { readResource } from "@/server/modules/people/provisioning/read-resource";
import { updateProvisioned } from "@/server/modules/people/provisioning/update-provisioned";
import { asUser, type ProvisionedUser } from "@/server/modules/people/provisioning/user-attributes";
import type { Answer } from "@/server/transport/answer";
import { listAnswer, pageOf } from "./list-answer";
import { isSame, requireMatch } from "./match-version";
import { type Resource, selected, selectionOf, userResource } from "./present";
import { type Call, type Route, scim } from "./route";

const idOf = ({ params }: Call): string | null => decodeId("user", params.id ?? "");
const versionIn = (resource: Resource): string => (resource.meta as { version: string }).version;

const requireSame =
  (call: Call) =>
  (row: ProvisionedRow): void =>
    requireMatch(call, versionIn(userResource(call.base, row)), "user");

function answered(call: Call, status: number, row: ProvisionedRow): Answer {
  const resource = userResource(call.base, row);
  const headers = { etag: versionIn(resource), location: `${call.base}/Users/${resource.id}` };
  return scim(status, selected(resource, selectionOf(call.query, userAttributes)), headers);
}

/** PUT replaces what a client may write; `active` that is not sent stays as it is. */
const replacing =
  (body: Record<string, unknown>) =>
  ({ active }: ProvisionedUser): ProvisionedUser =>
    asUser({ ...(active !== undefined && { active }), ...readResource(body, userAttributes) });

const patching =
  (body: Record<string, unknown>) =>
  (before: ProvisionedUser): ProvisionedUser =>
    asUser(patched({ ...before }, userAttributes, readOperations(body)));

export const userRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/Users",
    call: async ({ ctx, base, query }) => {
      const filter = query.get("filter");
      const { startIndex, ...page } = pageOf(query);
      const selection = selectionOf(query, userAttributes);
      const which = filter ? parseFilter(filter, userAttributes) : null;
      const { rows, total } = await listProvisioned(ctx, which, page);
      const resources = rows.map((row) => selected(userResource(base, row), selection));
      return scim(200, listAnswer(resources, total, startIndex));
    },
  },
  {
    method: "POST",
    path: "/Users",
    hasBody: true,
    call: async (call) => {
      const user = asUser(readResource(call.body, userAttributes));
      return answered(call, 201, await createProvisioned(call.ctx, user));
    },
  },
  {
    method: "GET",
    path: "/Users/{id}",
    call: async (call) => {
      const row = await getProvisioned(call.ctx, idOf(call));
      const version = versionIn(userResource(call.base, row));
      if (isSame(call.ifNoneMatch, version)) return { status: 304, headers: { etag: version }, body: null };
      return answered(call, 200, row);
    },
  },
  {
    method: "PUT",
    path: "/Users/{id}",
    hasBody: true,
    call: async (call) => {
      const row = await updateProvisioned(call.ctx, idOf(call), requireSame(call), replacing(call.body));
      return answered(call, 200, row);
    },
  },
  {
    method: "PATCH",
    path: "/Users/{id}",
    hasBody: true,
    call: async (call) => {
      const row = await updateProvisioned(call.ctx, idOf(call), requireSame(call), patching(call.body));
      return answered(call, 200, row);
    },
  },
  {
    method: "DELETE",
    path: "/Users/{id}",
    call: async (call) => {
      await deleteProvisioned(call.ctx, idOf(call), requireSame(call));
      return { status: 204, headers: {}, body: null };
    },
  },
];
