import { useFormatter, useTranslations } from "next-intl";
import { Fact, FactList } from "@/app/_kit/page/fact-list";
import { Card } from "@/app/_kit/ui/card";
import { HandOver } from "@/app/(app)/dashboard/(team)/people/[userId]/hand-over";
import type { PersonDetails } from "@/app/(app)/dashboard/(team)/people/person";

/** A person's profile, as far as the visitor may see it. */
export function Profile({ person }: { person: PersonDetails }) {
  const t = useTranslations("people");
  const day = useDay();
  const { details, employment, profile } = person;
  return (
    <Card title={t("profile.title")} titleId="person-profile">
      <FactList>
        {details ? <Fact label={t("fields.email")}>{details.email}</Fact> : null}
        <Fact label={t("columns.department")}>{person.department.name}</Fact>
        <Fact label={t("columns.location")}>{person.location.name}</Fact>
        {profile ? <Fact label={t("fields.approverId")}>{profile.approver?.name ?? t("none")}</Fact> : null}
        {profile && profile.peopleCount > 0 ? (
          <Fact label={t("manager.people")}>
            <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
              {t("manager.count", { count: profile.peopleCount })}
              {person.may.edit ? (
                <HandOver id={person.id} name={person.name} count={profile.peopleCount} />
              ) : null}
            </span>
          </Fact>
        ) : null}
        {details ? <Fact label={t("columns.labels")}>{details.labels.join(", ") || t("none")}</Fact> : null}
        {details?.role ? (
          <Fact label={t("columns.role")}>
            <Role role={details.role} profile={profile} />
          </Fact>
        ) : null}
        {employment ? (
          <>
            <Fact label={t("fields.employeeId")}>{employment.employeeId ?? t("none")}</Fact>
            <Fact label={t("fields.startDate")}>{day(employment.startDate)}</Fact>
            <Fact label={t("fields.endDate")}>{day(employment.endDate)}</Fact>
          </>
        ) : null}
        {profile ? <Fact label={t("fields.birthday")}>{day(profile.birthday)}</Fact> : null}
      </FactList>
    </Card>
  );
}

type RoleProps = {
  role: NonNullable<NonNullable<PersonDetails["details"]>["role"]>;
  profile: PersonDetails["profile"];
};

/** "Approver: Sales, Support" */
function Role({ role, profile }: RoleProps) {
  const t = useTranslations("people");
  const format = useFormatter();
  const list = (places: readonly { name: string }[]) => format.list(places.map(({ name }) => name));
  const { managedLocations = [], approvedDepartments = [] } = profile ?? {};
  return (
    <>
      {t(`roles.${role}`)}
      {managedLocations.length > 0 ? (
        <span className="block text-muted">{t("profile.manages", { places: list(managedLocations) })}</span>
      ) : null}
      {approvedDepartments.length > 0 ? (
        <span className="block text-muted">
          {t("profile.approves", { places: list(approvedDepartments) })}
        </span>
      ) : null}
    </>
  );
}

function useDay() {
  const t = useTranslations("people");
  const format = useFormatter();
  return (date: string | null) =>
    date === null
      ? t("none")
      : format.dateTime(new Date(`${date}T00:00:00Z`), { dateStyle: "medium", timeZone: "UTC" });
}
