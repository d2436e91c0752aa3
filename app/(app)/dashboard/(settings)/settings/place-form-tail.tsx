import type { ReactNode } from "react";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import type { Form } from "@/app/_kit/form/use-form";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";

type Props = {
  form: Form<{ isDefault: boolean }>;
  /** Null for the default itself: it stays so until another one becomes it. */
  isDefault: { label: string; description: string } | null;
  leaveTitle: string;
  buttons: (pending: boolean) => ReactNode;
};

/** The end of a department's or location's form: the default switch, the failure, and the buttons. */
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
