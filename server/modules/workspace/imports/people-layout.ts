import { listOf, numberOf, wordOf } from "./cells";
import { type Column, type Layout, textColumn, valueColumn } from "./columns";
import { dateColumn } from "./date-column";
import { workWeekOf } from "./work-week";

const roleOf = wordOf({
  ADMIN: "admin administrator administratorin owner inhaber",
  LOCATION_ADMIN: "locationadmin locationadministrator standortadmin standortverwaltung standortverwalter",
  APPROVER: "approver manager genehmiger genehmigerin genehmigende teamleitung",
  USER: "user employee member standard mitarbeiter mitarbeiterin mitarbeitende person",
});

const languageOf = wordOf({
  en: "english englisch engb enus",
  de: "german deutsch dede deat dech",
  es: "spanish español spanisch eses",
  fr: "french français französisch frfr",
  pt: "portuguese português portugiesisch ptpt ptbr",
});

/** A number of days, also with the unit next to it; hours stay unread. */
const daysOf = (cell: string): unknown => numberOf(cell.replace(/\s*(?:days?|tage?|d)$/i, "")) ?? cell;

const workPattern: Column = {
  ...textColumn(
    "workPattern",
    "workingpattern workingdays workdays workingweek workweek workschedule workingschedule schedule arbeitszeitmodell arbeitsmuster arbeitstage arbeitswoche wochentage",
  ),
  read: (cell) => {
    const week = workWeekOf(cell);
    return week === "usual" ? {} : { workPattern: week ?? cell };
  },
};

/** People, in our own format and other systems'. */
export const peopleLayout: Layout = {
  columns: [
    textColumn("name", "fullname displayname employeename employee person mitarbeiter"),
    textColumn("firstName", "firstname givenname preferredname vorname"),
    textColumn("lastName", "lastname surname familyname nachname"),
    textColumn(
      "email",
      "emailaddress workemail companyemail mail mailadresse emailadresse dienstlicheemail useremail",
      { isRequired: true },
    ),
    textColumn("location", "office site worklocation branch standort ort niederlassung"),
    textColumn("department", "team division abteilung bereich"),
    textColumn(
      "approver",
      "manager manageremail supervisor supervisoremail linemanager reportsto boss vorgesetzter vorgesetzte führungskraft teamleiter",
    ),
    valueColumn("labels", "label tags", listOf),
    textColumn("employeeId", "employeenumber employee id number personalnummer staffid staffnumber"),
    dateColumn(
      "startDate",
      "start hiredate dateofjoining joiningdate firstdayofwork firstday eintritt eintrittsdatum ersterarbeitstag erstertag",
    ),
    dateColumn(
      "endDate",
      "end leavingdate terminationdate relievingdate lastdayofwork lastday austritt austrittsdatum letzterarbeitstag letztertag",
    ),
    valueColumn("role", "userrole accessrole accesslevel rolle berechtigung", roleOf),
    valueColumn(
      "managedLocations",
      "managedlocation manages manageslocations verwaltetestandorte verwaltetstandorte verwaltet",
      listOf,
    ),
    valueColumn(
      "approvedDepartments",
      "approvesdepartments approverof approves approvesfor departmentsapproved genehmigtfür genehmigtabteilungen",
      listOf,
    ),
    textColumn(
      "leaveType",
      "absencetype absencetypename timeofftype leavepolicy abwesenheitsart abwesenheitstyp urlaubsart",
    ),
    valueColumn(
      "yearlyDays",
      "daysperyear daysayear annualdays leaveallowance allowance annualallowance yearlyallowance holidayallowance holidayentitlement annualentitlement vacationentitlement leaveentitlement entitlement vacationdays annualleave yearlyquota totalleavesallocated newleavesallocated urlaubsanspruch jahresurlaub jahresanspruch urlaubstage tageprojahr tageimjahr urlaubstageprojahr",
      daysOf,
    ),
    valueColumn(
      "daysLeft",
      "dayslefttoday leftdays daysremaining remainingdays remaining daysavailable availabledays allowanceremaining remainingallowance leavebalance vacationbalance balance currentbalance openingbalance resturlaub resttage restlicheurlaubstage resttagevonheute verbleibendetage restanspruch urlaubskontostand urlaubssaldo guthaben",
      daysOf,
    ),
    workPattern,
    valueColumn("language", "locale preferredlanguage sprache", languageOf),
    dateColumn("birthday", "dateofbirth birthdate geburtstag geburtsdatum", { isPast: true }),
  ],
  oneOf: [["name", "lastName"]],
  rowOf: ({ firstName, lastName, ...row }) => {
    const name = [firstName, lastName].filter(Boolean).join(" ");
    // A row with approved departments and no role is an approver.
    const role = row.approvedDepartments && !row.role ? { role: "APPROVER" } : {};
    return { ...(name && { name }), ...row, ...role };
  },
};
