import type { DepartmentKey, LabelKey, LocationKey } from "./company";

/** The fixed facts about a person; everything else is drawn. */
export interface PersonPlan {
  name: string;
  location: LocationKey;
  department: DepartmentKey;
  /** Local part of the address, where the name does not give it. */
  mailbox?: string;
  isAdmin?: boolean;
  manages?: readonly LocationKey[];
  approves?: readonly { department: DepartmentKey; level: 1 | 2 }[];
  labels?: readonly LabelKey[];
  status?: "INACTIVE" | "DELETED";
  /** Days from today; negative is in the past, null is unknown. */
  startsIn?: number | null;
  endsIn?: number;
  birthday?: string;
  /** A different location and department until so many days ago. */
  moved?: { daysAgo: number; location: LocationKey; department: DepartmentKey };
  /** Part time: the working weekdays, 0 is Sunday, from the first day on. */
  workdays?: readonly number[];
  /** No yearly quota of vacation: a part of the hours worked is leave. */
  paidByHour?: boolean;
  /** Start of parental leave, in days from today. */
  parentalFrom?: number;
}

type Rest = Omit<PersonPlan, "name" | "location" | "department">;

const team =
  (department: DepartmentKey) =>
  (location: LocationKey, name: string, rest: Rest = {}): PersonPlan => ({
    name,
    location,
    department,
    ...rest,
  });

const operations = team("operations");
const engineering = team("engineering");
const platform = team("platform");
const reliability = team("reliability");
const apps = team("apps");
const product = team("product");
const customers = team("customers");
const people = team("people");

export const staff: readonly PersonPlan[] = [
  people("belgrade", "Jelena Marković", {
    mailbox: "admin",
    isAdmin: true,
    approves: [{ department: "people", level: 1 }],
    startsIn: -2900,
  }),
  operations("lisbon", "Henrique Vasconcelos", {
    isAdmin: true,
    approves: [{ department: "customers", level: 2 }],
    startsIn: -2750,
  }),
  operations("lisbon", "Marta Figueiredo", {
    mailbox: "location-admin",
    manages: ["lisbon"],
    startsIn: -1900,
  }),
  people("toronto", "Aisha Okonkwo", {
    manages: ["toronto"],
    approves: [{ department: "people", level: 1 }],
    startsIn: -1500,
  }),
  operations("belgrade", "Nikola Đorđević", { manages: ["belgrade", "lisbon"], startsIn: -2100 }),
  platform("belgrade", "Milica Stanković", {
    mailbox: "approver",
    approves: [
      { department: "platform", level: 1 },
      { department: "reliability", level: 2 },
    ],
    labels: ["lead", "mentor"],
    startsIn: -1700,
  }),
  engineering("toronto", "Daniel Fitzgerald", {
    approves: [
      { department: "engineering", level: 1 },
      { department: "platform", level: 2 },
      { department: "apps", level: 2 },
    ],
    labels: ["lead"],
    startsIn: -2200,
  }),
  reliability("lisbon", "Rui Gonçalves", {
    approves: [{ department: "reliability", level: 1 }],
    labels: ["lead", "onCall"],
    startsIn: -1300,
  }),
  apps("belgrade", "Ana Pavlović", {
    approves: [{ department: "apps", level: 1 }],
    labels: ["lead"],
    startsIn: -1250,
  }),
  product("toronto", "Priya Raghunathan", {
    approves: [{ department: "product", level: 1 }],
    labels: ["lead"],
    startsIn: -1600,
  }),
  customers("lisbon", "Łukasz Wiśniewski", {
    approves: [{ department: "customers", level: 1 }],
    labels: ["lead", "remote"],
    startsIn: -1100,
  }),
  customers("toronto", "Chloé Tremblay", {
    approves: [{ department: "customers", level: 1 }],
    startsIn: -950,
  }),
  operations("belgrade", "Vesna Ilić", {
    approves: [{ department: "operations", level: 1 }],
    labels: ["lead", "firstAid"],
    startsIn: -2400,
  }),

  platform("belgrade", "Stefan Nikolić", { mailbox: "user", startsIn: -1080, labels: ["remote"] }),
  platform("lisbon", "Tiago Almeida"),
  platform("toronto", "张伟", { mailbox: "zhang.wei" }),
  platform("toronto", "Олена Коваленко", { mailbox: "olena.kovalenko" }),
  platform("belgrade", "Márton Szabó", { labels: ["contractor", "remote"] }),
  platform("toronto", "Noah Campbell", { workdays: [1, 2, 3, 4] }),
  platform("lisbon", "Ivana Lukić", { moved: { daysAgo: 150, location: "belgrade", department: "apps" } }),
  platform("lisbon", "Paulo Neves", { status: "INACTIVE", startsIn: -900, endsIn: -62 }),

  reliability("lisbon", "Diogo Ferreira", { labels: ["onCall"], startsIn: -800 }),
  reliability("lisbon", "Søren Kjærgaard", { labels: ["onCall"] }),
  reliability("belgrade", "Marko Živković", { labels: ["onCall", "firstAid"] }),
  reliability("toronto", "Emily Chen", { labels: ["onCall"] }),
  reliability("toronto", "Kwame Mensah", { labels: ["onCall"], startsIn: -140 }),

  engineering("lisbon", "Giulia Romano", { labels: ["mentor"] }),
  engineering("belgrade", "Aleksandar Petrović", { startsIn: null }),
  engineering("belgrade", "Hannah Müller", { birthday: "1992-02-29" }),

  apps("belgrade", "Dušan Kovačević", { labels: ["mentor"] }),
  apps("lisbon", "Sofia Marques", { parentalFrom: -48, startsIn: -1400 }),
  apps("lisbon", "Beatriz Lourenço"),
  apps("toronto", "Liam O’Connor", { mailbox: "liam.oconnor" }),
  apps("toronto", "Nguyễn Thị Minh Khai"),
  apps("belgrade", "Jovana Todorović"),
  apps("lisbon", "Mateus Ribeiro"),
  apps("toronto", "Zoë Laurent", { startsIn: -20 }),
  apps("belgrade", "Vladimir Tasić", { status: "INACTIVE", startsIn: -1200, endsIn: -121 }),

  product("belgrade", "Katarina Janković"),
  product("lisbon", "Inês Carvalho", { labels: ["mentor"] }),
  product("toronto", "Ethan Brooks", { endsIn: 45, startsIn: -700 }),
  product("toronto", "Fatima Al-Zahrani", {
    moved: { daysAgo: 200, location: "toronto", department: "customers" },
  }),
  product("lisbon", "Şebnem Yıldız", { mailbox: "sebnem.yildiz", labels: ["remote", "contractor"] }),

  customers("lisbon", "Mariana Sousa"),
  customers("lisbon", "Tomás Pereira", { parentalFrom: 70, startsIn: -1300 }),
  customers("toronto", "Grace MacDonald", { labels: ["firstAid"] }),
  customers("toronto", "Oluwaseun Adeyemi"),
  customers("belgrade", "Teodora Mitrović"),
  customers("belgrade", "Sanja Vuković", { workdays: [1, 2, 3] }),
  customers("toronto", "Mei-Ling Tan"),
  customers("lisbon", "Maria Antónia de Bragança e Vasconcelos Teixeira de Albuquerque Montenegro", {
    mailbox: "maria.antonia.montenegro",
  }),
  customers("toronto", "Rebecca Stone", { status: "INACTIVE", startsIn: -1000, endsIn: -240 }),
  customers("lisbon", "Nuno Cardoso", { status: "DELETED", startsIn: -620, endsIn: -290 }),

  operations("belgrade", "Bojan Stojanović", { labels: ["firstAid"], startsIn: null }),
  operations("lisbon", "Leonor Matos"),
  operations("toronto", "William Singh"),
  operations("belgrade", "Igor Babić", { status: "INACTIVE", startsIn: -1600 }),

  people("belgrade", "Dragana Popović"),
  people("lisbon", "Miguel Antunes"),
  people("toronto", "Charlotte Nguyen"),
  people("toronto", "Björn Håkansson", { labels: ["contractor"], paidByHour: true }),
  people("belgrade", "Sara Obradović", { startsIn: 12 }),
];
