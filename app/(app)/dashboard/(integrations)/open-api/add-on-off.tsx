import { useFormatter, useTranslations } from "next-intl";

type Props = { addOn: "plan" | "off"; administrators: readonly string[]; isAdmin: boolean };

const shownNames = 3;

/** Explains why the Open API is off, and who can enable it. */
export function AddOnOff({ addOn, administrators, isAdmin }: Props) {
  const t = useTranslations("keys");
  const names = useFormatter().list(administrators.slice(0, shownNames), "either");
  return (
    <div className="flex flex-col gap-1 text-pretty">
      <p>{t(`addOn.${addOn}`)}</p>
      <p>{isAdmin ? t("addOn.admin") : t("addOn.ask", { names })}</p>
    </div>
  );
}
