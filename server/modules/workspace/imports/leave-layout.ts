import { clockOf, momentOf, numberOf, wordOf, yesOf } from "./cells";
import { type Column, type Layout, type Said, textColumn, valueColumn } from "./columns";
import { dateColumn } from "./date-column";

const statusOf = wordOf({
  APPROVED:
    "approved accepted confirmed taken booked scheduled granted genehmigt bestätigt bewilligt approuvée approuvé validée aprobada aprobado aprovada aprovado",
  OPEN: "open pending requested submitted awaitingapproval offen beantragt ausstehend enattente demandée pendiente solicitada pendente aguarda",
  DENIED: "denied rejected declined refused abgelehnt refusée refusé rechazada denegada recusada",
  CANCELLED:
    "cancelled canceled withdrawn superseded storniert zurückgezogen annulée annulé cancelada anulada",
  EXPIRED: "expired lapsed verfallen abgelaufen expirée caducada vencida expirada",
  DELETED: "deleted gelöscht supprimée eliminada",
});

const halves = wordOf({
  MORNING: "morning am firsthalf vormittag vormittags ersthälfte erstehälfte matin mañana manhã",
  AFTERNOON: "afternoon pm secondhalf nachmittag nachmittags zweitehälfte aprèsmidi tarde",
  WHOLE: "whole wholeday full fullday day allday ganztägig ganzertag journéeentière díacompleto diainteiro",
});

/** Parses which half of a day a cell means. @param yes the half meant by a plain yes */
const halfOf = (yes: "MORNING" | "AFTERNOON") => (cell: string) => {
  const said = yesOf(cell);
  if (said !== null) return said ? yes : "WHOLE";
  return halves(cell);
};

/** A first or last day, and the time next to it. */
const dayColumn = (edge: "start" | "end", titles: string): Column => ({
  name: `${edge}Date`,
  titles: titles.split(" "),
  isRequired: true,
  isDate: true,
  read: (cell, terms) => {
    const moment = momentOf(cell, terms);
    if (!moment) return { [`${edge}Date`]: cell };
    return { [`${edge}Date`]: moment.date, ...(moment.time && { [`${edge}Clock`]: moment.time }) };
  },
});

const timeColumn = (edge: "start" | "end", titles: string): Column =>
  valueColumn(`${edge}Time`, titles, (cell) => clockOf(cell) ?? cell);

/** An amount in other systems' formats: a number of days, or of hours where the cell or the title says so. */
const amountColumn: Column = {
  name: "workingDays",
  titles: `workingdays totalleavedays durationworkingdays days duration amount daystaken numberofdays
    arbeitstage tage dauer anzahltage
    joursouvrés díaslaborables diasúteis jours durée días dias duración duração`.split(/\s+/),
  read: (cell) => {
    const [, digits = "", unit = ""] = /^([^\p{L}\s]+)\s*(\p{L}*)\.?$/u.exec(cell) ?? [];
    const amount = numberOf(digits);
    const isHours = /^(h|hours?|hrs?|std|stunden?|heures?|horas?)$/i.test(unit);
    if (amount === null || !(unit === "" || isHours || /^(d|days?|tage?|t|j|jours?|d[ií]as?)$/i.test(unit)))
      return { workingDays: cell };
    return isHours ? { hours: amount } : { workingDays: amount };
  },
};

const fields: readonly Column[] = [
  textColumn(
    "user",
    "email emailaddress workemail mail mailadresse emailadresse useremail employee user person mitarbeiter employeeid personalnummer staffid staffnumber employeename fullname name personemailemployeeidorname personemailpersonalnummerodername personneemailmatriculeounom personacorreonúmerodeempleadoonombre pessoaemailnúmerodeempregadoounome",
  ),
  textColumn("firstName", "firstname givenname vorname prénom nombredepila nomepróprio"),
  textColumn("lastName", "lastname surname familyname nachname nomdefamille apellidos apelido"),
  textColumn(
    "leaveType",
    "absencetype timeofftype type category policy reasoncode abwesenheitsart abwesenheitstyp art typedabsence tipodeausencia tipodeausência",
    {
      isRequired: true,
    },
  ),
  dayColumn(
    "start",
    "firstday startdate start fromdate from datefrom anfangsdatum startdatum erstertag von beginn premierjour primerdía primeirodia du desde de",
  ),
  dayColumn(
    "end",
    "lastday enddate end todate to until dateto enddatum letztertag bis ende dernierjour últimodía últimodia au hasta até",
  ),
  timeColumn(
    "start",
    "starttime fromtime from startzeit anfangszeit uhrzeitvon vonuhrzeit von deheure desdehora dashora",
  ),
  timeColumn("end", "endtime totime to endzeit uhrzeitbis bisuhrzeit bis àheure hastahora àshora"),
  valueColumn(
    "startHalf",
    "startpart partofthefirstday halfdayfirstday halfdaystart starttype startdaytype starthalf halfdayatthestart halbertagerstertag halbertagamanfang demijournéeaudébut mediodíaalprincipio meiodianoinício",
    halfOf("AFTERNOON"),
  ),
  valueColumn(
    "endHalf",
    "endpart partofthelastday halfdaylastday halfdayend endtype enddaytype endhalf halfdayattheend halbertagletztertag halbertagamende demijournéeàlafin mediodíaalfinal meiodianofim",
    halfOf("MORNING"),
  ),
  valueColumn(
    "halfDay",
    "halfday ishalfday halbertag durationtype dayparts daypart demijournée mediodía meiodia",
    halfOf("MORNING"),
  ),
  dateColumn(
    "halfDayDate",
    "dateofthehalfday datumdeshalbentags halbertagam datedelademijournée fechadelmediodía datadomeiodia",
  ),
  amountColumn,
  valueColumn("status", "leavestatus requeststatus approvalstatus statut estado", statusOf),
  textColumn(
    "reason",
    "note notes comment comments description grund kommentar bemerkung notiz motif motivo commentaire comentario comentário",
  ),
  ...[
    valueColumn("isFullDayLeave", "", (cell) => yesOf(cell) ?? cell),
    ...["startHour", "startMinute", "endHour", "endMinute"].map((name) =>
      valueColumn(name, "", (cell) => (/^\d{1,2}$/.test(cell) ? Number(cell) : cell)),
    ),
  ].map((column) => ({ ...column, isHidden: true })),
];

/** `HH:MM` as the import's two numbers; an invalid time stays unchanged, so that the import refuses it. */
function hourFields(edge: "start" | "end", time: unknown): Said {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(String(time)) ?? [];
  return { [`${edge}Hour`]: hour ? Number(hour) : time, [`${edge}Minute`]: hour ? Number(minute) : 0 };
}

const wholeDay = new Set(["", "00:00", "23:59", "24:00"]);

/** The hours of a part day: from their own columns, else from the times next to the dates of a single day. */
function timesOf(said: Said): Said {
  const { startTime, endTime, startClock, endClock, startDate, endDate } = said;
  const [from, to] = startTime || endTime ? [startTime, endTime] : [startClock, endClock];
  if (!from && !to) return {};
  if (wholeDay.has(String(from ?? "")) && wholeDay.has(String(to ?? ""))) return {};
  // A span from nine on the first day to noon on the third gives no hours for each day.
  if (!startTime && !endTime && startDate !== endDate)
    return { startDate: `${startDate} ${from ?? ""}`.trim(), endDate: `${endDate} ${to ?? ""}`.trim() };
  return {
    isFullDayLeave: false,
    ...(from !== undefined && hourFields("start", from)),
    ...(to !== undefined && hourFields("end", to)),
  };
}

interface HalfDay {
  date?: unknown;
  half: unknown;
}

/** A half day known only by its date: the half that adjoins the rest of the leave. */
function halfOn(said: Said): HalfDay[] {
  const { halfDay, halfDayDate, startDate, endDate } = said;
  if (halfDay === undefined || halfDay === "WHOLE") return [];
  const date = halfDayDate ?? (startDate === endDate ? startDate : undefined);
  const isFirst = date === startDate && startDate !== endDate;
  return [
    { ...(date !== undefined && { date }), half: isFirst && halfDay === "MORNING" ? "AFTERNOON" : halfDay },
  ];
}

/** Half first and last days: one for a leave that begins in the afternoon, one for a leave that ends in the morning. */
function edges({ startHalf = "MORNING", endHalf = "AFTERNOON", startDate, endDate }: Said): HalfDay[] {
  const begin = startHalf === "WHOLE" ? "MORNING" : startHalf;
  const end = endHalf === "WHOLE" ? "AFTERNOON" : endHalf;
  const first = begin === "MORNING" ? [] : [{ date: startDate, half: begin }];
  const last = end === "AFTERNOON" ? [] : [{ date: endDate, half: end }];
  return [...first, ...last];
}

/** Fields that are merged into other fields of the row. */
const isJoined = new Set([
  ...["firstName", "lastName", "startTime", "endTime", "startClock", "endClock"],
  ...["startHalf", "endHalf", "halfDay", "halfDayDate"],
]);

/** Also reads `Miller, Ann`. */
const nameOf = (text: string): string => text.replace(/^([^,@]+),\s*([^,@]+)$/, "$2 $1");

/** Leave, in our own format and other systems'. */
export const leaveLayout: Layout = {
  columns: fields.map((column) =>
    column.name === "user" ? { ...column, read: (cell) => ({ user: nameOf(cell) }) } : column,
  ),
  oneOf: [["user", "lastName"]],
  rowOf: (said) => {
    const row = Object.fromEntries(Object.entries(said).filter(([name]) => !isJoined.has(name)));
    const halfDays = [...edges(said), ...halfOn(said)];
    const name = [said.firstName, said.lastName].filter(Boolean).join(" ");
    return {
      ...(name && { user: name }),
      ...row,
      ...timesOf(said),
      ...(halfDays.length > 0 && { halfDays }),
    };
  },
  fieldOf: {
    startHour: "startTime",
    startMinute: "startTime",
    endHour: "endTime",
    endMinute: "endTime",
    isFullDayLeave: "startTime",
    halfDays: "halfDay",
    hours: "workingDays",
  },
};
