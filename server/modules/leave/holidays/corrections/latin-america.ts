import { type Correction, each, isNone, isPublic, optional, ruled, substituted } from "./correction";

const ecuadorMoves =
  "if tuesday then previous monday if wednesday,thursday then next friday if saturday then previous friday if sunday then next monday";
const ecuadorWeekends = "if saturday then previous friday if sunday then next monday";

export const latinAmerica: readonly Correction[] = [
  {
    country: "MX",
    changes: {
      "10-01 every 6 years since 2024": {
        names: { en: "Change of the Federal Executive", es: "Transmisión del Poder Ejecutivo Federal" },
      },
    },
    source: "Ley Federal del Trabajo, art. 74: 1 October of every sixth year, from 2024",
  },
  {
    country: "HN",
    changes: {
      "easter -1": { names: { en: "Holy Saturday", es: "Sábado Santo" } },
      ...each(["10-03", "10-12", "10-21"], isNone),
      "1st wednesday in October 12:00": { names: { en: "Morazán Week", es: "Feriado Morazánico" } },
      "thursday after 1st wednesday in October P2D": {
        names: { en: "Morazán Week", es: "Feriado Morazánico" },
      },
    },
    source:
      "Código del Trabajo, art. 339, and Decreto 78-2015: 3, 12 and 21 October are taken from noon of the first Wednesday of October",
  },
  {
    country: "SV",
    changes: each(["01-01", "05-10", "06-17"], isPublic),
    source: "Código de Trabajo, art. 190: 1 January, 10 May and 17 June",
  },
  {
    country: "NI",
    changes: { "05-30": isPublic, ...each(["06-01", "10-12"], isNone) },
    source:
      "Código del Trabajo, art. 66, with 30 May since 2022: neither Children's Day nor Indigenous Resistance Day",
  },
  {
    country: "CR",
    changes: {
      "10-12 if monday then previous friday": isNone,
      "08-31": {
        names: {
          en: "Day of the Black Person and Afro-Costa Rican Culture",
          es: "Día de la Persona Negra y la Cultura Afrocostarricense",
        },
      },
      "12-01": { names: { en: "Army Abolition Day", es: "Día de la Abolición del Ejército" } },
    },
    source: "Código de Trabajo, art. 148 (Leyes 9803 and 10050): 31 August and 1 December, not 12 October",
  },
  {
    country: "CU",
    changes: { "12-31": { names: { en: "New Year's Eve", es: "Fin de Año" } } },
    source: "Código de Trabajo (Ley 116 of 2013): 31 December and 2 January are free",
  },
  {
    country: "DO",
    changes: {
      "11-06 if tuesday,wednesday,thursday,friday,saturday then next monday": {
        rule: "11-06 if tuesday,wednesday then previous monday if thursday,friday then next monday",
      },
    },
    source: "Ley 139-97, art. 1: Constitution Day moves as the other days; on a weekend it stays",
  },
  {
    country: "EC",
    changes: {
      "easter -3": isNone,
      "09-10": { rule: `10-09 ${ecuadorMoves}` },
      ...ruled(["05-01", "05-24", "08-10"], (day) => `${day} ${ecuadorMoves}`),
      ...substituted(["01-01", "12-25"], ecuadorWeekends),
    },
    source:
      "Código del Trabajo, art. 65, as amended in 2016: Guayaquil on 9 October, not Maundy Thursday; days in the week move next to the weekend",
  },
  {
    country: "CL",
    changes: { "easter -1": { names: { en: "Holy Saturday", es: "Sábado Santo" } } },
    source: "Ley 2.977: Friday and Saturday of Holy Week",
  },
  {
    country: "UY",
    changes: each(["easter -3", "easter -2"], optional),
    source: "Ley 12.590, art. 18: free by law are 1 January, 1 May, 18 July, 25 August and 25 December",
  },
  {
    country: "PR",
    changes: {
      "easter -2": { names: { en: "Good Friday", es: "Viernes Santo" } },
      ...each(["2nd Monday in January", "02-18", "04-16", "3rd Monday in July", "07-27"], isNone),
    },
    source: "Ley 111-2014: the statesmen's birthdays are one with Presidents' Day; Good Friday is a holiday",
  },
  {
    country: "BS",
    changes: { "10-12 and if saturday,sunday then next monday": { rule: "2nd monday in October" } },
    source: "Public Holidays (Amendment) Act, 2013: National Heroes Day",
  },
  {
    country: "TT",
    changes: { "easter 1": isPublic },
    source: "Public Holidays and Festivals Act, ch. 19:05: Easter Monday",
  },
  {
    country: "AG",
    changes: {
      "05-01": { rule: "1st monday in May" },
      "08-01": { rule: "1st monday in August" },
      "08-02": { rule: "tuesday after 1st monday in August" },
    },
    source: "Public Holidays Act, cap. 354: Labour Day, Carnival Monday and Tuesday",
  },
  {
    country: "DM",
    changes: { "05-01": { rule: "1st monday in May" } },
    source: "dominica.gov.dm, Public holidays: Labour Day",
  },
  {
    country: "KY",
    changes: {
      "07-02": { rule: "1st monday in July" },
      "1st monday in May": { names: { en: "Emancipation Day" } },
      "2nd monday in November": { names: { en: "Remembrance Day" } },
    },
    source: "Public Holidays Act and Order, gov.ky, with Emancipation Day since 2024",
  },
  {
    country: "SX",
    changes: { "10-09": { rule: "2nd monday in October" } },
    source: "AB 2015, no. 24: Constitution Day",
  },
  {
    country: "MF",
    changes: { "05-27": { rule: "05-28" } },
    source: "Code du travail, art. L3422-2: Saint-Martin",
  },
  ...["GP", "MQ"].map((country) => ({
    country,
    changes: { "easter -2": optional },
    source: "Code du travail, art. L3133-1: not Good Friday",
  })),
];
