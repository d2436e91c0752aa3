"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { fieldAmong, useForm } from "@/app/_kit/form/use-form";
import { Card } from "@/app/_kit/ui/card";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Radio, RadioGroup } from "@/app/_kit/ui/radio-group";
import { Select } from "@/app/_kit/ui/select";
import { useTRPCClient } from "@/app/_trpc/client";
import { useShowAddress } from "@/app/(app)/dashboard/(settings)/settings/calendar-feeds/use-show-address";
import { paths } from "@/app/paths";
import { type FeedKind, feedKinds } from "@/drizzle/schema/values";

const idOf = (name: string) => `feed-${name}`;

type Values = { kind: FeedKind; locationId: string };
type Output = { kind: FeedKind; locationId: string | null };
type Props = { teamFeedsAllowed: boolean; locations: readonly { id: string; name: string }[] };

/** "Add a feed": its content, and the location of a holiday feed. */
export function FeedForm({ teamFeedsAllowed, locations }: Props) {
  const t = useTranslations("feeds.form");
  const router = useRouter();
  const calls = useTRPCClient();
  const showAddress = useShowAddress();
  const [done, setDone] = useState(false);
  const [only, ...others] = locations;
  const start: Values = { kind: "MINE", locationId: others.length === 0 ? (only?.id ?? "") : "" };
  const form = useForm<Values, Output>(start, {
    read: ({ kind, locationId }) => {
      if (kind !== "HOLIDAYS") return { output: { kind, locationId: null } };
      return locationId
        ? { output: { kind, locationId } }
        : { faults: [{ path: "locationId", message: t("locationNeeded") }] };
    },
    fieldOf: fieldAmong(["locationId"]),
    idOf,
    save: async (feed) => {
      const created = await calls.calendarFeeds.create.mutate(feed);
      setDone(true);
      showAddress(created);
      // Not push: Back should not lead to a form that was sent.
      router.replace(paths.calendarFeeds);
      router.refresh();
    },
  });
  const { values, errorAt } = form;
  const offered = feedKinds.filter((kind) => kind !== "TEAM" || teamFeedsAllowed);
  return (
    <Card className="max-w-2xl">
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
        <ErrorSummary errors={form.summary} />
        <RadioGroup label={t("kind")} help={teamFeedsAllowed ? undefined : t("teamForbidden")}>
          {offered.map((kind) => (
            <Radio
              key={kind}
              name="kind"
              value={kind}
              label={t(kind)}
              description={t(`${kind}Text`)}
              checked={values.kind === kind}
              onChange={() => form.change({ kind })}
            />
          ))}
        </RadioGroup>
        {values.kind === "HOLIDAYS" ? (
          <Field
            id={idOf("locationId")}
            label={t("location")}
            error={errorAt("locationId")}
            required
            className="sm:max-w-96"
          >
            <Select
              {...form.bind("locationId")}
              options={[
                { value: "", label: t("choose") },
                ...locations.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        ) : null}
        {form.failure ? <ErrorPanel error={form.failure} /> : null}
        <FormButtons
          submit={t("submit")}
          pending={form.isSaving || done}
          cancel={{ label: t("cancel"), href: paths.calendarFeeds }}
        />
      </form>
    </Card>
  );
}
