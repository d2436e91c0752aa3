"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { Card } from "@/app/_kit/ui/card";
import { useTRPCClient } from "@/app/_trpc/client";
import { DepartmentForm } from "@/app/(app)/dashboard/(settings)/settings/departments/department-form";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { paths } from "@/app/paths";

const start = { name: "", parentId: "", parentName: "", isDefault: false, level1: [], level2: [] };

type Props = Pick<ComponentProps<typeof DepartmentForm>, "hasLevel2">;

/** "Add department". */
export function NewDepartment(props: Props) {
  const t = useTranslations("places");
  const calls = useTRPCClient();
  const saved = useSaved();
  const [done, setDone] = useState(false);
  return (
    <Card className="max-w-3xl">
      <DepartmentForm
        {...props}
        id={null}
        start={start}
        offersDefault
        save={async (department) => {
          await calls.directory.departments.create.mutate(department);
          setDone(true);
          saved(t("departments.created"), paths.departments);
        }}
        leaveTitle={t("leaveNew")}
        buttons={(pending) => (
          <FormButtons
            submit={t("departments.create")}
            pending={pending || done}
            cancel={{ label: t("cancel"), href: paths.departments }}
          />
        )}
      />
    </Card>
  );
}
