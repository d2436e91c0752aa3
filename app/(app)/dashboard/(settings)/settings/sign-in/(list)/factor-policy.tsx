"use client";

import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "@/app/_kit/form/confirm-action";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { LoadOlder } from "@/app/_kit/list/load-older";
import { type ListPage, useOlder } from "@/app/_kit/list/use-older";
import { Badge } from "@/app/_kit/ui/badge";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { Select } from "@/app/_kit/ui/select";
import { TextLink } from "@/app/_kit/ui/text-link";
import { useTRPCClient } from "@/app/_trpc/client";
import { paths } from "@/app/paths";
import { limits } from "@/drizzle/schema/limits";
import { factorAudiences } from "@/drizzle/schema/values";
import type { AppRouter } from "@/server/api/trpc";
import type { WithoutFactorView } from "@/server/modules/workspace/sign-in-policy/present";

type Choice = inferRouterInputs<AppRouter>["signInPolicy"]["setFactors"];
type Outputs = inferRouterOutputs<AppRouter>["signInPolicy"];
type Effect = Outputs["previewFactors"];

/** The typed days; null when they are no whole number within the limits. */
const daysOf = (typed: string): number | null =>
  /^\d{1,2}$/.test(typed.trim()) && Number(typed) <= limits.factorGraceDays ? Number(typed) : null;

/** How many people a policy concerns, and who of them has still to add an app or a passkey. */
function EffectOf({ effect, graceDays }: { effect: Effect; graceDays: number }) {
  const t = useTranslations("connections.factors");
  const { concernedCount, lackingCount, dueCount, isOwnDue } = effect;
  return (
    <div className="flex flex-col gap-1">
      <p>{`${t("concerned", { count: concernedCount })} ${t("lacking", { count: lackingCount })}`}</p>
      {lackingCount > dueCount ? <p>{t("grace", { days: graceDays })}</p> : null}
      {dueCount > 0 ? <p>{t("due", { count: dueCount })}</p> : null}
      {isOwnDue ? <p>{t("own")}</p> : null}
    </div>
  );
}

type Values = { audience: Choice["audience"]; days: string };

const idOf = (path: string) => `factor-policy-${path}`;

/** The choice, which is saved once its effect was shown. */
function ChoiceForm({ audience, graceDays }: Choice) {
  const t = useTranslations("connections.factors");
  const { signInPolicy } = useTRPCClient();
  const [shown, setShown] = useState<{ choice: Choice; effect: Effect } | null>(null);
  const form = useForm<Values, Choice>(
    { audience, days: String(graceDays) },
    {
      read: (values) => {
        const days = daysOf(values.days);
        return days === null
          ? { faults: [{ path: "days", message: t("daysWrong") }] }
          : { output: { audience: values.audience, graceDays: days } };
      },
      fieldOf: fieldAmong(["days"]),
      idOf,
      save: async (choice) => setShown({ choice, effect: await signInPolicy.previewFactors.query(choice) }),
    },
  );
  return (
    <>
      <form onSubmit={form.submit} noValidate className="flex flex-col items-start gap-4">
        <Field id={idOf("audience")} label={t("audience")}>
          <Select
            {...form.bind("audience")}
            options={factorAudiences.map((value) => ({ value, label: t(`audiences.${value}`) }))}
          />
        </Field>
        <Field id={idOf("days")} label={t("days")} help={t("daysHelp")} error={form.errorAt("days")}>
          <Input {...form.bind("days")} inputMode="numeric" className="max-w-28" />
        </Field>
        {form.failure ? <ErrorPanel error={form.failure} /> : null}
        <Button type="submit" pending={form.isSaving}>
          {t("review")}
        </Button>
      </form>
      <ConfirmAction
        open={shown !== null}
        onClose={() => setShown(null)}
        title={t("confirmTitle")}
        confirmLabel={t("save")}
        cancelLabel={t("keep")}
        tone="primary"
        act={async () => {
          if (!shown) return undefined;
          const { notifiedCount } = await signInPolicy.setFactors.mutate(shown.choice);
          setShown(null);
          return { message: t("saved", { count: notifiedCount }) };
        }}
      >
        {shown?.choice.audience === "NO_ONE" ? <p>{t("offText")}</p> : null}
        {shown && shown.choice.audience !== "NO_ONE" ? (
          <EffectOf effect={shown.effect} graceDays={shown.choice.graceDays} />
        ) : null}
      </ConfirmAction>
    </>
  );
}

/** Who has still to add an app or a passkey, each with a link. */
function Without({ first }: { first: ListPage<WithoutFactorView, string> }) {
  const t = useTranslations("connections.factors");
  const { signInPolicy } = useTRPCClient();
  const { items, older } = useOlder(
    first,
    (cursor: string) => signInPolicy.listWithoutFactor.query({ cursor }),
    first,
  );
  return (
    <section aria-labelledby="without-factor" className="flex flex-col gap-2">
      <h3 id="without-factor" className="font-medium">
        {t("without")}
      </h3>
      <ul className="flex flex-col divide-y divide-line">
        {items.map(({ id, name, email, dueAt, isDue }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0">
              <TextLink quiet href={paths.person(id)} className="wrap-anywhere">
                {name}
              </TextLink>
              <div className="text-muted wrap-anywhere">{email}</div>
            </div>
            {isDue ? (
              <Badge tone="warning">{t("mustNow")}</Badge>
            ) : (
              <span className="text-muted">
                {t.rich("until", { date: () => (dueAt ? <RelativeTime at={dueAt} show="local" /> : null) })}
              </span>
            )}
          </li>
        ))}
      </ul>
      <LoadOlder {...older} label={t("more")} />
    </section>
  );
}

type Props = { policy: Outputs["getFactors"]; without: ListPage<WithoutFactorView, string> };

/** Whom the workspace asks for a second factor, and who of them has none (decision 2.18). */
export function FactorPolicy({ policy, without }: Props) {
  const t = useTranslations("connections.factors");
  const { audience, graceDays } = policy;
  const isOn = audience !== "NO_ONE";
  return (
    <Card
      title={t("title")}
      titleId="factor-policy"
      description={t("text")}
      actions={<Badge tone={isOn ? "success" : "neutral"}>{t(`audiences.${audience}`)}</Badge>}
    >
      <div className="flex flex-col gap-5">
        {isOn ? <EffectOf effect={policy} graceDays={graceDays} /> : null}
        <ChoiceForm key={`${audience} ${graceDays}`} audience={audience} graceDays={graceDays} />
        {without.items.length > 0 ? <Without first={without} /> : null}
      </div>
    </Card>
  );
}
