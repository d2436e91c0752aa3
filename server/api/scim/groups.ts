import { decodeId } from "@/server/kernel/schema";
import { groupAttributes } from "@/server/modules/people/provisioning/attributes";
import { createGroup } from "@/server/modules/people/provisioning/create-group";
import { deleteGroup } from "@/server/modules/people/provisioning/delete-group";
import { parseFilter } from "@/server/modules/people/provisioning/filter";
import { getGroup } from "@/server/modules/people/provisioning/get-group";
import { asGroup, type ProvisionedGroup } from "@/server/modules/people/provisioning/group-attributes";
import { listGroups } from "@/server/modules/people/provisioning/list-groups";
import { patched, readOperations } from "@/server/modules/people/provisioning/patch";
import type { GroupRow } from "@/server/modules/people/provisioning/present";
import { readResource } from "@/server/modules/people/provisioning/read-resource";
import { updateGroup } from "@/server/modules/people/provisioning/update-group";
import type { Answer } from "@/server/transport/answer";
import { listAnswer, pageOf } from "./list-answer";
import { isSame, requireMatch } from "./match-version";
import { groupResource, groupVersion, isSelected, selected, selectionOf } from "./present";
import { type Call, type Route, scim } from "./route";

const idOf = ({ params }: Call): string | null => decodeId("group", params.id ?? "");
const selectionIn = ({ query }: Call) => selectionOf(query, groupAttributes);

const requireSame =
  (call: Call) =>
  (row: GroupRow): void =>
    requireMatch(call, groupVersion(row), "group");

function answered(call: Call, status: number, row: GroupRow): Answer {
  const resource = groupResource(call.base, row);
  const headers = { etag: groupVersion(row), location: `${call.base}/Groups/${resource.id}` };
  return scim(status, selected(resource, selectionIn(call)), headers);
}

/** PUT replaces what a client sends; members that are not sent stay, so that a rename empties no group. */
const replacing =
  (body: Record<string, unknown>) =>
  ({ members = [] }: ProvisionedGroup): ProvisionedGroup =>
    asGroup({ members, ...readResource(body, groupAttributes) });

const patching =
  (body: Record<string, unknown>) =>
  (before: ProvisionedGroup): ProvisionedGroup =>
    asGroup(patched({ ...before }, groupAttributes, readOperations(body)));

export const groupRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/Groups",
    call: async (call) => {
      const filter = call.query.get("filter");
      const { startIndex, ...page } = pageOf(call.query);
      const selection = selectionIn(call);
      const which = filter ? parseFilter(filter, groupAttributes) : null;
      const { rows, total } = await listGroups(call.ctx, which, page, isSelected(selection, "members"));
      const resources = rows.map((row) => selected(groupResource(call.base, row), selection));
      return scim(200, listAnswer(resources, total, startIndex));
    },
  },
  {
    method: "POST",
    path: "/Groups",
    hasBody: true,
    call: async (call) => {
      const group = asGroup(readResource(call.body, groupAttributes));
      return answered(call, 201, await createGroup(call.ctx, group));
    },
  },
  {
    method: "GET",
    path: "/Groups/{id}",
    call: async (call) => {
      const row = await getGroup(call.ctx, idOf(call), isSelected(selectionIn(call), "members"));
      if (!isSame(call.ifNoneMatch, groupVersion(row))) return answered(call, 200, row);
      return { status: 304, headers: { etag: groupVersion(row) }, body: null };
    },
  },
  {
    method: "PUT",
    path: "/Groups/{id}",
    hasBody: true,
    call: async (call) => {
      const row = await updateGroup(call.ctx, idOf(call), requireSame(call), replacing(call.body));
      return answered(call, 200, row);
    },
  },
  {
    method: "PATCH",
    path: "/Groups/{id}",
    hasBody: true,
    call: async (call) => {
      const row = await updateGroup(call.ctx, idOf(call), requireSame(call), patching(call.body));
      return answered(call, 200, row);
    },
  },
  {
    method: "DELETE",
    path: "/Groups/{id}",
    call: async (call) => {
      await deleteGroup(call.ctx, idOf(call), requireSame(call));
      return { status: 204, headers: {}, body: null };
    },
  },
];
