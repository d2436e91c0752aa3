"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { Checkbox } from "@/app/_kit/ui/checkbox";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { Field } from "@/app/_kit/ui/field";
import { Input } from "@/app/_kit/ui/input";
import { LinkButton } from "@/app/_kit/ui/link-button";
import { Select } from "@/app/_kit/ui/select";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  chosenRules,
  type OfferedRules,
  type RuleTicks,
  StartingRulesFields,
} from "@/app/(app)/dashboard/(leave)/set-up/leave-types/starting-rules-fields";
import { paths } from "@/app/paths";
import { limits } from "@/drizzle/schema/limits";
import type { StartingLeaveType, StartingType } from "@/server/modules/leave/leave-types/starting-set";

interface Country {
  value: string;
  label: string;
  isLaw: boolean;
  types: Record<StartingType, StartingLeaveType>;
  rules: OfferedRules;
}

interface Values {
  country: string;
  chosen: StartingType[];
  names: Record<string, string>;
  days: string;
  /** Ticked or not by hand; the others follow the country. */
  ruleTicks: RuleTicks;
}

type Props = {
  country: string;
  countries: readonly Country[];
  locations: readonly { id: string; name: string }[];
  names: Record<string, string>;
  ruleNames: Record<string, string>;
  /** Names of existing leave types. */
  taken: readonly string[];
};

const idOf = (path: string) => `starting-${path.replaceAll(".", "-")}`;
const daysOf = (country: Country | undefined) => String(country?.types.vacation.policy.yearlyQuota ?? "");

/** The proposals for a country, to select, rename and change. Written all or nothing. */
export function StartingTypesForm({ country, countries, locations, names, ruleNames, taken }: Props) {
  const t = useTranslations("setup.types");
  const router = useRouter();
  const toast = useToast();
  const calls = useTRPCClient();
  const attemptOf = useAttempt();
  const countryBy = (value: string) => countries.find((one) => one.value === value) ?? countries[0];
  const first = countryBy(country);
  const all = Object.keys(first?.types ?? {}) as StartingType[];

  const read = (values: Values) => {
    const faults = values.chosen
      .filter((type) => !values.names[type]?.trim())
      .map((type) => ({ path: `names.${type}`, message: t("nameNeeded") }));
    const days = Number(values.days.replace(",", "."));
    const hasDays = values.days.trim() !== "" && days >= 0 && days <= 366 && Number.isInteger(days * 2);
    if (values.chosen.includes("vacation") && !hasDays)
      faults.push({ path: "days", message: t("daysWrong") });
    if (values.chosen.length === 0) faults.push({ path: "country", message: t("noneChosen") });
    return faults.length > 0 ? { faults } : { output: { ...values, days } };
  };
  const save = async ({
    country: code,
    chosen,
    names: typed,
    days,
    ruleTicks,
  }: Omit<Values, "days"> & { days: number }) => {
    const found = countryBy(code);
    const sent = chosen.filter((type) => found?.types[type]);
    const wanted = sent.flatMap((type) => {
      const proposed = found?.types[type];
      if (!proposed) return [];
      const { policy, isUsual: _, ...look } = proposed;
      const quota = type === "vacation" ? { yearlyQuota: days } : {};
      const policies = locations.map(({ id }) => ({ ...policy, ...quota, locationId: id }));
      return [{ ...look, name: typed[type]?.trim() ?? "", policies }];
    });
    const placesOf = (type: StartingType | null) => (type && sent.includes(type) ? [sent.indexOf(type)] : []);
    const rules = chosenRules(found?.rules, { chosen, ruleTicks }).map(
      ([rule, { kind, parameters, about, ignores }]) => ({
        ...{ name: ruleNames[rule] ?? "", kind, parameters },
        ...{ types: placesOf(about), ignoredTypes: placesOf(ignores) },
      }),
    );
    const { count } = await calls.leaveTypes.createMany.mutate({
      attempt: attemptOf([wanted, rules]),
      types: wanted,
      // During an upgrade, an older process knows none.
      ...(rules.length > 0 && { rules }),
    });
    toast.success(
      rules.length > 0 ? t("addedWithRules", { count, rules: rules.length }) : t("added", { count }),
    );
    router.replace(paths.home);
    router.refresh();
  };
  const form = useForm<Values, Omit<Values, "days"> & { days: number }>(
    {
      country: first?.value ?? "",
      chosen: all.filter((type) => first?.types[type].isUsual && !taken.includes(names[type] ?? "")),
      names,
      days: daysOf(first),
      ruleTicks: {},
    },
    {
      read,
      fieldOf: (path, { chosen }) => {
        const [, index, field] = path.split(".");
        const type = chosen[Number(index)];
        if (!type) return null;
        return field === "policies" ? "days" : `names.${type}`;
      },
      save,
      idOf,
    },
  );
  const { values, errorAt } = form;
  const now = countryBy(values.country);
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-5">
      <ErrorSummary errors={form.summary} />
      <Field id={idOf("country")} label={t("country")} error={errorAt("country")} className="sm:w-80">
        <Select
          value={values.country}
          onChange={({ target: { value } }) =>
            form.change({ country: value, days: daysOf(countryBy(value)) })
          }
          options={countries.map(({ value, label }) => ({ value, label }))}
        />
      </Field>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {all.map((type) => {
          const isChosen = values.chosen.includes(type);
          const name = values.names[type] ?? "";
          const toggle = () =>
            form.changeAt(["country"], (before) => ({
              ...before,
              chosen: all.filter((one) => (one === type ? !isChosen : before.chosen.includes(one))),
            }));
          return (
            <li key={type} className="flex flex-col gap-3 px-4 py-3.5 sm:px-5">
              <Checkbox
                checked={isChosen}
                onChange={toggle}
                label={name || names[type]}
                description={t(`about.${type}`, {
                  carried: now?.types.vacation.policy.rolloverMaximum ?? 0,
                })}
              />
              {isChosen ? (
                <div className="flex flex-wrap gap-4 ps-6.5">
                  <Field
                    id={idOf(`names.${type}`)}
                    label={t("name")}
                    error={errorAt(`names.${type}`)}
                    className="min-w-48 flex-1"
                  >
                    <Input
                      value={name}
                      maxLength={limits.name}
                      onChange={({ target: { value } }) =>
                        form.changeAt([`names.${type}`], (before) => ({
                          ...before,
                          names: { ...before.names, [type]: value },
                        }))
                      }
                    />
                  </Field>
                  {type === "vacation" ? (
                    <Field
                      id={idOf("days")}
                      label={t("days")}
                      help={[
                        t(values.country === "" ? "common" : now?.isLaw ? "law" : "custom", {
                          country: now?.label ?? "",
                          days: now?.types.vacation.policy.yearlyQuota ?? 0,
                        }),
                        ...(values.country === "FR" ? [t("saturdays")] : []),
                      ].join(" ")}
                      error={errorAt("days")}
                      className="min-w-48 flex-1"
                    >
                      <Input {...form.bind("days")} inputMode="decimal" autoComplete="off" />
                    </Field>
                  ) : null}
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
      <StartingRulesFields
        rules={now?.rules}
        names={ruleNames}
        values={values}
        onTick={(rule, isTicked) =>
          form.changeAt(["country"], (before) => ({
            ...before,
            ruleTicks: { ...before.ruleTicks, [rule]: isTicked },
          }))
        }
      />
      {locations.length > 1 ? (
        <p className="text-muted">
          {t("everywhere", { names: locations.map(({ name }) => name).join(", ") })}
        </p>
      ) : null}
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={form.isSaving}>
          {t("submit", { count: values.chosen.length })}
        </Button>
        <LinkButton href={paths.home} variant="ghost">
          {t("later")}
        </LinkButton>
      </div>
    </form>
  );
}
