"use client";

import { useTranslations } from "next-intl";
import { ResourceList } from "@/app/_kit/list/resource-list";
import { Card } from "@/app/_kit/ui/card";
import { TextLink } from "@/app/_kit/ui/text-link";
import { Consent } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/(type)/consent";
import type { LeaveType } from "@/app/(app)/dashboard/(settings)/settings/leave-types/[leaveTypeId]/(type)/edit-type";
import {
  type Place,
  usePolicyWords,
} from "@/app/(app)/dashboard/(settings)/settings/leave-types/use-policy-words";
import { paths } from "@/app/paths";

type Props = { type: LeaveType; locations: readonly Place[] };

/** The policy of each location. */
export function PoliciesTable({ type, locations }: Props) {
  const t = useTranslations("policies");
  const words = usePolicyWords();
  const policies = new Map(type.policies.map((policy) => [policy.locationId, policy]));
  return (
    <Card
      title={t("perLocation.title")}
      titleId="policies-heading"
      description={t(policies.size === 0 ? "perLocation.none" : "perLocation.text")}
    >
      <ResourceList
        caption={t("perLocation.title")}
        columnsFrom={40}
        rows={locations}
        rowKey={({ id }) => id}
        columns={[
          {
            label: t("location"),
            header: true,
            cell: ({ id, name }) => (
              <TextLink href={paths.leavePolicy(type.id, id)} quiet>
                {name}
              </TextLink>
            ),
          },
          {
            label: t("perLocation.quota"),
            cell: (location) => {
              const policy = policies.get(location.id);
              return policy ? (
                words.quota(policy, type, location)
              ) : (
                <span className="text-muted">{t("notOffered")}</span>
              );
            },
          },
          {
            label: t("perLocation.rules"),
            cell: ({ id }) => {
              const policy = policies.get(id);
              return policy ? words.rules(policy).join(" · ") : <span className="text-muted">–</span>;
            },
          },
        ]}
      />
      <Consent type={type} />
    </Card>
  );
}
