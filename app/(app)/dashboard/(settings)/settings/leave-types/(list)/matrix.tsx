"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { ListColumn } from "@/app/_kit/list/list-record";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { Badge } from "@/app/_kit/ui/badge";
import { PageLink } from "@/app/_kit/ui/page-link";
import { TextLink } from "@/app/_kit/ui/text-link";
import { TypeName } from "@/app/(app)/dashboard/(leave)/leaves/leave-parts";
import {
  type Place,
  type Policy,
  usePolicyWords,
} from "@/app/(app)/dashboard/(settings)/settings/leave-types/use-policy-words";
import { paths } from "@/app/paths";
import type { AppRouter } from "@/server/api/trpc";

type Outputs = inferRouterOutputs<AppRouter>["leaveTypes"];
type LeaveType = Outputs["list"][number];

type Props = {
  types: readonly LeaveType[];
  policies: Outputs["policies"];
  locations: readonly Place[];
};

/** Leave types × locations: each cell summarises the policy and links to it. */
export function Matrix({ types, policies, locations }: Props) {
  const t = useTranslations("policies");
  const byPlace = new Map(policies.map((policy) => [`${policy.leaveTypeId} ${policy.locationId}`, policy]));
  return (
    <ResourceList
      caption={t("title")}
      columnsFrom={46}
      columns={useColumns(locations, byPlace)}
      rows={types}
      rowKey={({ id }) => id}
      choices={[
        {
          name: "show",
          label: t("filter.label"),
          options: [
            { value: "active", label: t("filter.active"), has: ({ isActive }: LeaveType) => isActive },
            { value: "inactive", label: t("filter.inactive"), has: ({ isActive }: LeaveType) => !isActive },
            { value: "all", label: t("filter.all"), has: () => true },
          ],
        },
      ]}
      shown={(count) => t("shown", { count })}
    />
  );
}

function useColumns(
  locations: readonly Place[],
  policies: ReadonlyMap<string, Policy>,
): ListColumn<LeaveType>[] {
  const t = useTranslations("policies");
  return [
    {
      label: t("type"),
      header: true,
      cell: ({ id, name, color, isActive, isRequestable, isPrivate }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <TextLink href={paths.leaveType(id)} quiet>
            <TypeName name={name} color={color} />
          </TextLink>
          {isPrivate ? <Badge icon={null}>{t("private")}</Badge> : null}
          {isRequestable ? null : <Badge icon={null}>{t("notRequestable")}</Badge>}
          {isActive ? null : <Badge tone="warning">{t("inactive")}</Badge>}
        </span>
      ),
    },
    ...locations.map((location) => ({
      label: location.name,
      cell: (type: LeaveType) => (
        <PolicyCell
          type={type}
          location={location}
          policy={policies.get(`${type.id} ${location.id}`) ?? null}
        />
      ),
    })),
  ];
}

type CellProps = { type: LeaveType; location: Place; policy: Policy | null };

function PolicyCell({ type, location, policy }: CellProps) {
  const t = useTranslations("policies");
  const words = usePolicyWords();
  const where = { type: type.name, location: location.name };
  return (
    <PageLink
      href={paths.leavePolicy(type.id, location.id)}
      aria-label={
        policy ? t("openOf", { ...where, policy: words.quota(policy, type, location) }) : t("setUpOf", where)
      }
      className="-mx-2 -my-1.5 block rounded-md px-2 py-1.5 hover:bg-hover"
    >
      {policy ? (
        <>
          <span className="block text-accent-text underline decoration-accent-line underline-offset-3">
            {words.quota(policy, type, location)}
          </span>
          <span className="block text-muted text-xs">{words.rules(policy).join(" · ")}</span>
        </>
      ) : (
        <>
          <span className="block text-muted">{t("notOffered")}</span>
          <span className="block text-accent-text text-xs underline decoration-accent-line underline-offset-3">
            {t("setUp")}
          </span>
        </>
      )}
    </PageLink>
  );
}
