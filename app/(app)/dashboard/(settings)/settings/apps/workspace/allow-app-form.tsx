"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { errorOf } from "@/app/_trpc/error-of";

/** Allows an app that no one has connected yet, by its URL or client ID. */
export function AllowAppForm() {
  const t = useTranslations("apps.workspace.add");
  const calls = useTRPCClient();
  const router = useRouter();
  const toast = useToast();
  const form = useForm<{ clientId: string }, string>(
    { clientId: "" },
    {
      read: ({ clientId }) => {
        const given = clientId.trim();
        return given ? { output: given } : { faults: [{ path: "clientId", message: t("empty") }] };
      },
      fieldOf: (path) => (path === "clientId" ? path : null),
      faultsOf: (error) =>
        errorOf(error)?.code === "RESOURCE_NOT_FOUND" ? [{ path: "clientId", message: t("unknown") }] : [],
      save: async (clientId) => {
        await calls.workspaceApps.allow.mutate({ clientId });
        toast.success(t("done"));
        router.refresh();
      },
      idOf: (path) => path,
      isForgotten: true,
    },
  );
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <Field id="clientId" label={t("label")} help={t("help")} error={form.errorAt("clientId")} required>
        <Input mono autoComplete="off" spellCheck={false} {...form.bind("clientId")} />
      </Field>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <div>
        <Button type="submit" pending={form.isSaving}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}
