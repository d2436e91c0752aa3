import { listOf, numberOf, wordOf } from "./cells";
import { type Column, type Layout, textColumn, valueColumn } from "./columns";
import { dateColumn } from "./date-column";
import { workWeekOf } from "./work-week";

const roleOf = wordOf({
  ADMIN:
    "admin administrator administratorin owner inhaber administrateur administratrice administrador administradora",
  LOCATION_ADMIN:
    "locationadmin locationadministrator standortadmin standortverwaltung standortverwalter administrateurdesite administradordesede administradordalocalização",
  APPROVER:
    "approver manager genehmiger genehmigerin genehmigende teamleitung approbateur approbatrice aprobador aprobadora aprovador aprovadora",
  USER: "user employee member standard mitarbeiter mitarbeiterin mitarbeitende person utilisateur salarié usuario empleado utilizador empregado",
});

const languageOf = wordOf({
  en: "english englisch anglais inglés inglês engb enus",
  de: "german deutsch allemand alemán alemão dede deat dech",
  es: "spanish español spanisch espagnol espanhol eses",
  fr: "french français französisch francés francês frfr",
  pt: "portuguese português portugiesisch portugais portugués ptpt ptbr",
});

/** A number of days, also with the unit next to it; hours stay unread. */
const daysOf = (cell: string): unknown =>
  numberOf(cell.replace(/\s*(?:days?|tage?|jours?|d[ií]as?|d|j)$/i, "")) ?? cell;

const workPattern: Column = {
  ...textColumn(
    "workPattern",
    "workingpattern workingdays workdays workingweek workweek workschedule workingschedule schedule arbeitszeitmodell arbeitsmuster arbeitstage arbeitswoche wochentage rythmedetravail jornada horáriodetrabalho parttime parttimepercentage parttimerate fte workload workingtime workinghours employmentlevel employmentrate teilzeit teilzeitquote teilzeitgrad beschäftigungsgrad arbeitszeit arbeitszeitanteil stellenumfang stellenanteil pensum arbeitspensum beschäftigungsumfang tempspartiel tempsdetravail tauxdactivité quotitédetravail quotité joursdetravail joursouvrés tiempoparcial jornadalaboral porcentajedejornada díaslaborables díasdetrabajo tempoparcial jornadadetrabalho regimedetrabalho percentagemdetrabalho diasdetrabalho diasúteis",
  ),
  read: (cell) => {
    const week = workWeekOf(cell);
    return week === "usual" ? {} : { workPattern: week ?? cell };
  },
};

/** "Name" in the languages of the pages; "Full name" is the whole name beside any other column. */
const bareNames = ["name", "nom", "nombre", "nome"];

/** People, in our own format and other systems'. */
export const peopleLayout: Layout = {
  columns: [
    textColumn("name", "fullname displayname employeename employee person mitarbeiter nom nombre nome"),
    textColumn(
      "firstName",
      "firstname givenname preferredname vorname prénom nombredepila nomepróprio prenom",
    ),
    textColumn(
      "lastName",
      "lastname surname familyname nachname nomdefamille apellidos apelido apellido sobrenome nomdusage",
    ),
    textColumn(
      "email",
      "emailaddress workemail companyemail mail mailadresse emailadresse dienstlicheemail useremail email correo courriel adresseemail adressemail correoelectrónico correoelectronico endereçodeemail",
      { isRequired: true },
    ),
    textColumn(
      "location",
      "office site worklocation branch standort ort niederlassung sede localização établissement lieudetravail centrodetrabajo localdetrabalho",
    ),
    textColumn("department", "team division abteilung bereich service departamento équipe equipo equipa"),
    textColumn(
      "approver",
      "manager manageremail supervisor supervisoremail linemanager reportsto boss genehmigender genehmigende genehmiger genehmigerin approbateur valideur quienaprueba vorgesetzter vorgesetzte führungskraft teamleiter responsable chefia supérieurhiérarchique jefe gestor aprovador",
    ),
    valueColumn("labels", "label tags étiquettes etiquetas", listOf),
    textColumn(
      "employeeId",
      "employeenumber employee id number personalnummer staffid staffnumber matricule númerodeempleado númerodeempregado numérodesalarié",
    ),
    dateColumn(
      "startDate",
      "start hiredate dateofjoining joiningdate firstdayofwork firstday eintritt eintrittsdatum ersterarbeitstag erstertag premierjour primerdía primeirodia datedentrée datedembauche fechadealta fechadeincorporación datadeadmissão entrydate dateofentry joined joindate joineddate employmentstart employmentstartdate dateofhire hiringdate startedon beschäftigungsbeginn beginn einstellungsdatum eingestelltam vertragsbeginn dateembauche datedarrivée datedebutcontrat datedebut datedébut fechadeingreso fechaingreso fechadecontratación fechadeinicio fechainicio dataadmissão datadeinício datadeentrada datadecontratação",
    ),
    dateColumn(
      "endDate",
      "end leavingdate terminationdate relievingdate lastdayofwork lastday austritt austrittsdatum letzterarbeitstag letztertag dernierjour últimodía últimodia datedesortie fechadebaja datadesaída exitdate dateofleaving employmentend employmentenddate kündigungsdatum ausgetretenam vertragsende beschäftigungsende datededépart datefincontrat datedefin fechadesalida fechadefin fechabaja datadefim datadedemissão",
    ),
    valueColumn("role", "userrole accessrole accesslevel rolle berechtigung rôle rol função", roleOf),
    valueColumn(
      "managedLocations",
      "managedlocation manages manageslocations verwaltetestandorte verwaltetstandorte verwaltet gèrelessites gestionalassedes gerelocalizações",
      listOf,
    ),
    valueColumn(
      "approvedDepartments",
      "approvesdepartments approverof approves approvesfor departmentsapproved genehmigtfür genehmigtabteilungen approuvelesservices apruebalosdepartamentos aprovadepartamentos",
      listOf,
    ),
    textColumn(
      "leaveType",
      "absencetype absencetypename timeofftype leavepolicy abwesenheitsart abwesenheitstyp urlaubsart typedabsence tipodeausencia tipodeausência",
    ),
    valueColumn(
      "yearlyDays",
      "daysperyear daysayear annualdays leaveallowance allowance annualallowance yearlyallowance holidayallowance holidayentitlement annualentitlement vacationentitlement leaveentitlement entitlement vacationdays annualleave yearlyquota totalleavesallocated newleavesallocated urlaubsanspruch jahresurlaub jahresanspruch urlaubstage tageprojahr tageimjahr urlaubstageprojahr joursparan díasalaño diasporano droitannuel díasdevacaciones diasdeférias vacationdaysperyear vacationdaysayear annualvacationdays annualleavedays annualleaveentitlement annualleaveallowance leavedaysperyear holidaydaysperyear holidaysperyear ptodays ptodaysperyear urlaubstagejahr urlaubstageimjahr urlaubstagejejahr jährlicherurlaub jährlicheurlaubstage urlaubprojahr jahresurlaubstage congésannuels joursdecongé joursdecongés joursdecongéparan joursdecongésparan congésparan congéspayésparan nombredejoursdecongé díasdevacacionesalaño díasdevacacionesporaño vacacionesanuales vacacionesporaño díasdevacacionesanuales diasdefériasporano fériasanuais diasdefériasanuais fériasporano",
      daysOf,
    ),
    valueColumn(
      "daysLeft",
      "dayslefttoday leftdays daysremaining remainingdays remaining daysavailable availabledays allowanceremaining remainingallowance leavebalance vacationbalance balance currentbalance openingbalance resturlaub resttage restlicheurlaubstage resttagevonheute verbleibendetage restanspruch urlaubskontostand urlaubssaldo guthaben joursrestantsaujourdhui díasdisponibleshoy diasdisponíveishoje solde saldo",
      daysOf,
    ),
    workPattern,
    valueColumn("language", "locale preferredlanguage sprache langue idioma língua", languageOf),
    dateColumn(
      "birthday",
      "dateofbirth birthdate geburtstag geburtsdatum anniversaire cumpleaños datadenascimento datedenaissance fechadenacimiento aniversário",
      { isPast: true },
    ),
  ],
  // "Name, Vorname", "Nom, Prénom", "Nombre, Apellidos": each column has a part of the name.
  besides: [
    { field: "name", beside: "firstName", means: "lastName", titles: bareNames },
    { field: "name", beside: "lastName", means: "firstName", titles: bareNames },
  ],
  oneOf: [["name", "lastName"]],
  rowOf: ({ firstName, lastName, ...row }) => {
    const name = [firstName, lastName].filter(Boolean).join(" ");
    // A row with approved departments and no role is an approver.
    const role = row.approvedDepartments && !row.role ? { role: "APPROVER" } : {};
    return { ...(name && { name }), ...row, ...role };
  },
};
