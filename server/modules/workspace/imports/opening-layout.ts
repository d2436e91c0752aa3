import { numberOf } from "./cells";
import { type Layout, textColumn, valueColumn } from "./columns";
import { dateColumn } from "./date-column";

/** Opening balances. */
export const openingLayout: Layout = {
  columns: [
    textColumn(
      "user",
      "email emailaddress workemail mail mailadresse emailadresse employee person mitarbeiter employeeid personalnummer staffid staffnumber employeename fullname name personemailemployeeidorname personemailpersonalnummerodername personneemailmatriculeounom personacorreonúmerodeempleadoonombre pessoaemailnúmerodeempregadoounome",
      { isRequired: true },
    ),
    textColumn(
      "leaveType",
      "absencetype timeofftype type category policy reasoncode abwesenheitsart art typedabsence tipodeausencia tipodeausência",
      {
        isRequired: true,
      },
    ),
    {
      ...valueColumn(
        "days",
        "balance openingbalance remaining daysleft tage resturlaub guthaben rest jours días dias solde saldo",
        (cell) => numberOf(cell) ?? cell,
      ),
      isRequired: true,
    },
    dateColumn(
      "effectiveDate",
      "date countsfrom from asof datum ab zähltab stichtag von compteàpartirdu cuentadesde contaapartirde",
      {
        isRequired: true,
      },
    ),
    textColumn("note", "reason comment notes notiz grund kommentar note nota"),
  ],
  rowOf: (said) => said,
};
