"use client";

import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogButtons } from "@/app/_kit/form/form-buttons";
import { useCall } from "@/app/_kit/form/use-call";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { CopyField } from "@/app/_kit/ui/copy-field";
import { Dialog } from "@/app/_kit/ui/dialog";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { QrCode } from "@/app/_kit/ui/qr-code";
import { useTRPCClient } from "@/app/_trpc/client";
import { useShowRecoveryCodes } from "@/app/(app)/dashboard/(settings)/settings/(profile)/use-show-recovery-codes";
import { useSaved } from "@/app/(app)/dashboard/(settings)/settings/use-saved";
import { limits } from "@/drizzle/schema/limits";
import type { AppRouter } from "@/server/api/trpc";

type Started = inferRouterOutputs<AppRouter>["secondFactors"]["start"];

/** "Add authenticator app": its secret, and the first code. */
export function AddFactor() {
  const t = useTranslations("settings.secondFactor");
  const calls = useTRPCClient();
  const [started, setStarted] = useState<Started | null>(null);
  const { send, error, isPending } = useCall(() => calls.secondFactors.start.mutate(), {
    onDone: setStarted,
  });
  const close = () => setStarted(null);
  return (
    <>
      {error ? <ErrorPanel error={error} /> : null}
      <Button pending={isPending} onClick={() => void send()}>
        {t("add")}
      </Button>
      <Dialog
        open={started !== null}
        onOpenChange={(next) => (next ? undefined : close())}
        title={t("add")}
        description={t("scan")}
      >
        {started ? <FirstCode started={started} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

const idOf = (path: string) => `factor-${path}`;

function FirstCode({
  started: { id, secret, code: qrCode },
  onDone,
}: {
  started: Started;
  onDone: () => void;
}) {
  const t = useTranslations("settings.secondFactor");
  const ofProof = useTranslations("proof");
  const calls = useTRPCClient();
  const saved = useSaved();
  const show = useShowRecoveryCodes();
  const form = useForm<{ name: string; code: string }>(
    { name: t("nameStart"), code: "" },
    {
      read: (values) =>
        values.code.trim() === ""
          ? { faults: [{ path: "code", message: ofProof("codeNeeded") }] }
          : { output: { name: values.name.trim(), code: values.code.trim() } },
      fieldOf: fieldAmong(["name", "code"]),
      idOf,
      isForgotten: true,
      save: async (output) => {
        const { recoveryCodes } = await calls.secondFactors.confirm.mutate({ id, ...output });
        onDone();
        saved(t("added"));
        if (recoveryCodes) show(recoveryCodes);
      },
    },
  );
  return (
    <form onSubmit={form.submit} noValidate autoComplete="off" className="flex flex-col gap-4">
      <QrCode code={qrCode} label={t("qr")} />
      <CopyField label={t("secret")} value={secret} copyLabel={t("copySecret")} />
      <Field id={idOf("name")} label={t("name")} help={t("nameHelp")} error={form.errorAt("name")} required>
        <Input {...form.bind("name")} maxLength={limits.name} />
      </Field>
      <Field id={idOf("code")} label={t("code")} help={t("codeHelp")} error={form.errorAt("code")} required>
        <Input
          {...form.bind("code")}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={limits.factorCode}
          spellCheck={false}
        />
      </Field>
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <DialogButtons submit={t("confirm")} pending={form.isSaving} cancel={t("cancel")} />
    </form>
  );
}
