"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { Card } from "@/app/_kit/ui/card";
import { useTRPCClient } from "@/app/_trpc/client";
import { approversIn } from "@/app/(app)/dashboard/(settings)/settings/departments/approvers-field";
import { DepartmentForm } from "@/app/(app)/dashboard/(settings)/settings/departments/department-form";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import type { AppRouter } from "@/server/api/trpc";

type Props = Pick<ComponentProps<typeof DepartmentForm>, "hasLevel2"> & {
  department: inferRouterOutputs<AppRouter>["directory"]["departments"]["details"];
};

/** The editable settings of a department. */
export function EditDepartment({ department, ...rest }: Props) {
  const t = useTranslations("places");
  const calls = useTRPCClient();
  const saved = useSaved();
  const { id, name, parentId, parentName, approvers } = department;
  return (
    <Card className="max-w-3xl">
      <DepartmentForm
        {...rest}
        id={id}
        start={{
          ...{ name, parentId: parentId ?? "", parentName: parentName ?? "" },
          ...{ isDefault: false, ...approversIn(approvers) },
        }}
        offersDefault={!department.isDefault}
        save={async (patch) => {
          await calls.directory.departments.update.mutate({ id, patch });
          saved(t("departments.saved"));
        }}
        leaveTitle={t("leaveChanges")}
        buttons={(pending) => <FormButtons submit={t("save")} pending={pending} />}
      />
    </Card>
  );
}
