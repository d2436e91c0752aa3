import type { ReactNode } from "react";
import type { Form } from "@/app/_resource/use-form";
import { Checkbox } from "@/app/_ui/checkbox";
import { ErrorPanel } from "@/app/_ui/error-panel";
import { LeaveGuard } from "@/app/(web)/dashboard/leave-guard";

type Props = {
  form: Form<{ isDefault: boolean }>;
  /** Null for what is the default: it stays it until another one is. */
  isDefault: { label: string; description: string } | null;
  leaveTitle: string;
  buttons: (pending: boolean) => ReactNode;
};

/** What ends the form of a department or a location: whether it is the default, what went wrong, and its buttons. */
export const PlaceFormTail = ({ form, isDefault, leaveTitle, buttons }: Props) => (
  <>
    {isDefault ? (
      <Checkbox
        {...isDefault}
        checked={form.values.isDefault}
        onChange={({ target }) => form.change({ isDefault: target.checked })}
      />
    ) : null}
    {form.failure ? <ErrorPanel error={form.failure} /> : null}
    {buttons(form.isSaving)}
    <LeaveGuard active={form.isDirty} title={leaveTitle} />
  </>
);
