"use client";

import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Note } from "@/app/_ui/note";
import { RelativeTime } from "@/app/_ui/relative-time";
import { Select } from "@/app/_ui/select";
import {
  expiryChoices,
  expiryOf,
  type KeyFormInput,
} from "@/app/(web)/dashboard/open-api/keys/new/key-form-values";

type Props = {
  expiry: string;
  date: string;
  now: Date;
  errors: FieldErrors<KeyFormInput>;
  register: UseFormRegister<KeyFormInput>;
};

/** When the key ends by itself. */
export function ExpiryFields({ expiry, date, now, errors, register }: Props) {
  const end = expiryOf(expiry, date, now.getTime());
  const help = end ? (
    <>
      Stops working on <RelativeTime at={end} show="local" />.
    </>
  ) : undefined;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-4">
        <Field label="Expires" help={help} className="w-full sm:w-60">
          <Select {...register("expiry")} options={expiryChoices} />
        </Field>
        {expiry === "date" ? (
          <Field
            id="key-date"
            label="Last day"
            error={errors.date?.message}
            required
            className="w-full sm:w-60"
          >
            <Input {...register("date")} type="date" min={now.toISOString().slice(0, 10)} />
          </Field>
        ) : null}
      </div>
      {expiry === "never" ? (
        <Note tone="warning" title="A key that never expires">
          It works until somebody revokes it, even if it was lost without anybody noticing.
        </Note>
      ) : null}
    </div>
  );
}
