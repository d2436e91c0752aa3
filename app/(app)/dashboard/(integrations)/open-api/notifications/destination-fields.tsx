"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { Field } from "@/app/_kit/ui/field";
import { FieldError } from "@/app/_kit/ui/field-error";
import { Fieldset } from "@/app/_kit/ui/fieldset";
import { Input } from "@/app/_kit/ui/input";
import { Note } from "@/app/_kit/ui/note";
import { Select } from "@/app/_kit/ui/select";
import { AddressList } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/address-list";
import { fieldId } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-faults";
import {
  type DestinationValues,
  emptyDestination,
} from "@/app/(app)/dashboard/(integrations)/open-api/notifications/form-values";
import type { NotificationTerms } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/notification-views";
import type { NotificationForm } from "@/app/(app)/dashboard/(integrations)/open-api/notifications/use-notification-form";
import { limits } from "@/drizzle/schema/limits";
import { type NotificationPlatform, notificationPlatforms } from "@/drizzle/schema/values";

type Props = { form: NotificationForm; terms: NotificationTerms };

/** The destinations: up to ten, each a list of email addresses or one channel. */
export function DestinationFields({ form, terms }: Props) {
  const t = useTranslations("notifications.form");
  const { destinations } = form.values;
  const add = () => {
    const added = emptyDestination();
    form.change({ destinations: [...destinations, added] });
    requestAnimationFrame(() =>
      document.getElementById(fieldId(`destinations.${destinations.length}.platform`))?.focus(),
    );
  };
  const remove = (key: string) => {
    form.change({ destinations: destinations.filter((one) => one.key !== key) });
    requestAnimationFrame(() => document.getElementById(fieldId("destinations"))?.focus());
  };
  return (
    <Card title={t("destinations")} titleId="destinations-heading" description={t("destinationsHelp")}>
      <div className="flex flex-col gap-5">
        {destinations.map((destination, index) => (
          <DestinationField
            key={destination.key}
            {...{ form, terms, destination, index }}
            remove={destinations.length > 1 ? () => remove(destination.key) : undefined}
          />
        ))}
        <div className="flex flex-col items-start gap-1.5">
          {destinations.length < limits.destinations ? (
            <Button id={fieldId("destinations")} onClick={add}>
              <Plus aria-hidden />
              {t("addDestination")}
            </Button>
          ) : (
            <p className="text-muted">{t("maxDestinations", { count: limits.destinations })}</p>
          )}
          <FieldError>{form.errorAt("destinations")}</FieldError>
        </div>
      </div>
    </Card>
  );
}

type OneProps = Props & { destination: DestinationValues; index: number; remove: (() => void) | undefined };

function DestinationField({ form, terms, destination, index, remove }: OneProps) {
  const t = useTranslations("notifications.form");
  const { key, platform } = destination;
  const at = `destinations.${index}`;
  const number = index + 1;
  return (
    <Fieldset
      legend={t("destination", { number })}
      className="rounded-md border border-line bg-canvas p-3.5"
      action={
        remove ? (
          <Button size="sm" variant="ghost" aria-label={t("removeDestination", { number })} onClick={remove}>
            <Trash2 aria-hidden />
            {t("remove")}
          </Button>
        ) : undefined
      }
    >
      <Field id={fieldId(`${at}.platform`)} label={t("platform")} className="sm:w-56">
        <Select
          value={platform}
          onChange={({ target }) =>
            form.changeDestination(key, { platform: target.value as NotificationPlatform })
          }
          options={notificationPlatforms.map((value) => ({ value, label: t(`platforms.${value}`) }))}
        />
      </Field>
      {platform === "email" ? (
        <AddressList
          id={fieldId(`${at}.emails`)}
          value={destination.emails}
          typed={destination.typed}
          onChange={(change) => form.changeDestination(key, change)}
          error={form.errorAt(`${at}.emails`)}
        />
      ) : (
        <ChannelFields {...{ form, destination, at }} isConnected={terms.connected.includes(platform)} />
      )}
    </Fieldset>
  );
}

type ChannelProps = {
  form: NotificationForm;
  destination: DestinationValues;
  at: string;
  isConnected: boolean;
};

function ChannelFields({ form, destination, at, isConnected }: ChannelProps) {
  const t = useTranslations("notifications.form");
  const { key, platform, channelId, channelName, msGroup } = destination;
  const isBirthday = form.values.frequency === "BIRTHDAY";
  const text = (part: "channelId" | "channelName" | "msGroup") => ({
    id: fieldId(`${at}.${part}`),
    error: form.errorAt(`${at}.${part}`),
  });
  const type = (part: Partial<DestinationValues>) => form.changeDestination(key, part);
  return (
    <>
      {isConnected ? null : (
        <Note tone="warning" label={t("notConnectedLabel")}>
          {t("notConnected", { platform: t(`platforms.${platform}`) })}
        </Note>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          {...text("channelId")}
          label={t("channelId")}
          help={t(platform === "slack" ? "slackIdHelp" : "teamsIdHelp")}
          required
        >
          <Input
            mono
            spellCheck={false}
            value={channelId}
            onChange={({ target }) => type({ channelId: target.value })}
          />
        </Field>
        <Field
          {...text("channelName")}
          label={t("channelName")}
          help={t("channelNameHelp")}
          required={isBirthday}
          optional={!isBirthday}
        >
          <Input value={channelName} onChange={({ target }) => type({ channelName: target.value })} />
        </Field>
        {platform === "microsoft" ? (
          <Field {...text("msGroup")} label={t("msGroup")} help={t("msGroupHelp")} optional>
            <Input
              mono
              spellCheck={false}
              value={msGroup}
              onChange={({ target }) => type({ msGroup: target.value })}
            />
          </Field>
        ) : null}
      </div>
    </>
  );
}
