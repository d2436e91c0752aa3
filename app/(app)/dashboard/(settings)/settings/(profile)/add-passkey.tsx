"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import { makePasskey, passkeyFault, usePasskeySupport } from "@/app/_kit/form/passkeys";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Dialog } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import { useShowRecoveryCodes } from "@/app/(app)/dashboard/(settings)/settings/(profile)/use-show-recovery-codes";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { limits } from "@/drizzle/schema/limits";

/** "Add passkey": its name; then the browser makes it. Nothing in a browser that knows none. */
export function AddPasskey() {
  const t = useTranslations("settings.secondFactor");
  const isSupported = usePasskeySupport();
  const [open, setOpen] = useState(false);
  if (!isSupported) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t("addPasskey")}
      </Button>
      <Dialog
        size="sm"
        open={open}
        onOpenChange={setOpen}
        title={t("addPasskey")}
        description={t("passkeyText")}
      >
        <NewPasskey onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const idOf = (path: string) => `passkey-${path}`;

function NewPasskey({ onDone }: { onDone: () => void }) {
  const t = useTranslations("settings.secondFactor");
  const ofProof = useTranslations("proof");
  const { secondFactors: calls } = useTRPCClient();
  const saved = useSaved();
  const toast = useToast();
  const show = useShowRecoveryCodes();
  const form = useForm<{ name: string }>(
    { name: t("passkeyNameStart") },
    {
      read: ({ name }) => ({ output: { name: name.trim() } }),
      fieldOf: fieldAmong(["name"]),
      idOf,
      save: async ({ name }) => {
        const made = await makePasskey(await calls.startPasskey.mutate()).catch((error: unknown) => {
          const fault = passkeyFault(error);
          if (fault === null) throw error;
          toast.error(ofProof(`passkey${fault}`));
          return null;
        });
        if (!made) return;
        const { recoveryCodes } = await calls.confirmPasskey.mutate({ name, ...made });
        onDone();
        saved(t("passkeyAdded"));
        if (recoveryCodes) show(recoveryCodes);
      },
    },
  );
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      <Field
        id={idOf("name")}
        label={t("name")}
        help={t("passkeyNameHelp")}
        error={form.errorAt("name")}
        required
      >
        <Input {...form.bind("name")} maxLength={limits.name} />
      </Field>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <DialogButtons submit={t("createPasskey")} pending={form.isSaving} cancel={t("cancel")} />
    </form>
  );
}
