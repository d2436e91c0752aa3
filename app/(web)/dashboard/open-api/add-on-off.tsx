import { anyOf } from "@/app/(web)/dashboard/words";

type Props = { addOn: "plan" | "off"; administrators: readonly string[]; isAdmin: boolean };

/** Says why there is no Open API here and who can change that. */
export function AddOnOff({ addOn, administrators, isAdmin }: Props) {
  const cause =
    addOn === "plan"
      ? "This workspace is on the Free plan. The Open API add-on comes with Core and Complete."
      : "The Open API add-on is switched off in this workspace.";
  const whom = isAdmin
    ? "You are an administrator: ask whoever runs this service for you to change that."
    : `Ask ${anyOf(administrators)} to change that.`;
  return (
    <div className="flex flex-col gap-1 text-pretty">
      <p>{cause}</p>
      <p>{whom}</p>
    </div>
  );
}
