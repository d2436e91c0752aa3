import { numberOf } from "./cells";
import { type Layout, textColumn, valueColumn } from "./columns";
import { dateColumn } from "./date-column";

/** Hours worked. A file with one date a row has single days. */
export const hoursLayout: Layout = {
  columns: [
    textColumn(
      "user",
      "email emailaddress workemail mail mailadresse emailadresse employee person mitarbeiter employeeid personalnummer staffid staffnumber employeename fullname name personemailemployeeidorname personemailpersonalnummerodername personneemailmatriculeounom personacorreonúmerodeempleadoonombre pessoaemailnúmerodeempregadoounome",
      { isRequired: true },
    ),
    dateColumn(
      "firstDay",
      "firstdayoftheperiod erstertagdeszeitraums from start startdate periodstart date day week weekstart von beginn datum tag woche premierjourdelapériode primerdíadelperíodo primeirodiadoperíodo",
      {
        isRequired: true,
      },
    ),
    dateColumn(
      "lastDay",
      "lastdayoftheperiod letztertagdeszeitraums to end enddate periodend until weekend bis ende dernierjourdelapériode últimodíadelperíodo últimodiadoperíodo",
    ),
    {
      ...valueColumn(
        "hours",
        "hoursworked workedhours workinghours stunden arbeitsstunden geleistetestunden ist heures heurestravaillées horas horastrabajadas horastrabalhadas",
        (cell) => numberOf(cell) ?? cell,
      ),
      isRequired: true,
    },
  ],
  rowOf: (said) => said,
};
