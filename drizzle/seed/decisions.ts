import type { LeaveStatus } from "@/drizzle/schema/values";
import type { DayNumber } from "@/server/kernel/time/calendar-date";
import { instantOn } from "./calendar";
import type { DepartmentKey, LeaveTypeKey } from "./company";
import type { Person } from "./people";
import type { Random } from "./random";
import { cancellations, denials } from "./texts";
import type { Wish } from "./wishes";

/** The outcome of a request, and its time. */
export interface Decision {
  status: LeaveStatus;
  approverId: string | null;
  autoApproved: boolean;
  approvedLevel: number;
  statusReason: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface Request {
  wish: Wish;
  person: Person;
  department: DepartmentKey;
  first: DayNumber;
  last: DayNumber;
  approvalRequired: boolean;
}

/** How many days before its start each kind of leave is requested. */
const leadDays: Record<LeaveTypeKey, readonly [number, number]> = {
  vacation: [10, 75],
  sick: [0, 0],
  home: [0, 4],
  inLieu: [1, 12],
  training: [20, 60],
  parental: [70, 110],
  volunteering: [8, 30],
};

const outcomes: Record<"past" | "future" | "automatic", Partial<Record<LeaveStatus, number>>> = {
  past: { APPROVED: 82, DENIED: 6, CANCELLED: 5, EXPIRED: 4, DELETED: 3 },
  future: { APPROVED: 72, OPEN: 15, DENIED: 5, CANCELLED: 4, EXPIRED: 2, DELETED: 2 },
  automatic: { APPROVED: 93, CANCELLED: 4, DELETED: 3 },
};

/** Decides requests as the approvers of their departments would. */
export class Approvals {
  constructor(
    readonly people: readonly Person[],
    readonly random: Random,
    readonly today: DayNumber,
  ) {}

  decide(request: Request): Decision {
    const status = request.wish.status ?? this.#drawStatus(request);
    const createdDay = this.#createdDay(request, status);
    const createdAt = this.#instant(createdDay, this.random.int(7, 16));
    const undecided = { approverId: null, autoApproved: false, approvedLevel: 0 };
    const course = !request.approvalRequired
      ? { ...undecided, autoApproved: true }
      : { ...undecided, ...this.#course(request, status) };
    return {
      status,
      ...course,
      statusReason: this.#statusReason(status),
      createdAt,
      updatedAt: this.#updatedAt(request, status, createdDay, createdAt),
    };
  }

  #drawStatus({ approvalRequired, first }: Request): LeaveStatus {
    if (!approvalRequired) return this.random.weighted(outcomes.automatic);
    return this.random.weighted(first > this.today ? outcomes.future : outcomes.past);
  }

  /** An open request is a few days old at most, because it expires after seven working days (decision 7). */
  #createdDay({ wish, first }: Request, status: LeaveStatus): DayNumber {
    if (status === "OPEN") return this.today - this.random.int(1, 5);
    const [least, most] = leadDays[wish.type];
    const asked = first - this.random.int(least, most);
    const latest = status === "EXPIRED" ? this.today - 15 : this.today - (least > 0 ? 1 : 0);
    return asked <= latest ? asked : latest - this.random.int(0, least > 0 ? 30 : 0);
  }

  /** Nothing is dated after the start of today, so that the rows depend on the day alone. */
  #instant(on: DayNumber, hours: number): Date {
    const at = instantOn(on, hours, this.random.int(0, 59));
    const now = instantOn(this.today, 0);
    return at < now ? at : now;
  }

  #updatedAt({ first, last }: Request, status: LeaveStatus, created: DayNumber, createdAt: Date): Date {
    if (status === "OPEN") return createdAt;
    const later: Partial<Record<LeaveStatus, DayNumber>> = {
      EXPIRED: Math.min(last + 1, created + 10),
      CANCELLED: Math.max(created, first - this.random.int(1, 9)),
      DELETED: created + this.random.int(0, 6),
    };
    const at = this.#instant(later[status] ?? created + this.random.int(0, 3), this.random.int(8, 17));
    return at > createdAt ? at : createdAt;
  }

  #course(request: Request, status: LeaveStatus): Pick<Decision, "approverId" | "approvedLevel"> {
    const levels = this.#levelsFor(request);
    const [first] = levels;
    const undecided = { approverId: null, approvedLevel: 0 };
    const halfway =
      levels.length === 2 && first ? { approverId: this.random.pick(first), approvedLevel: 1 } : undecided;
    const full = { approverId: this.random.pick(levels.at(-1) ?? []), approvedLevel: levels.length };
    switch (status) {
      case "APPROVED":
        return full;
      case "DENIED":
        return this.random.chance(0.3) && levels.length === 2
          ? { ...full, approvedLevel: 1 }
          : { approverId: this.random.pick(first ?? []), approvedLevel: 0 };
      case "OPEN":
        return (request.wish.approvedLevel ?? (this.random.chance(0.4) ? 1 : 0)) === 1 ? halfway : undecided;
      case "EXPIRED":
        return this.random.chance(0.3) ? halfway : undecided;
      default:
        return this.random.chance(0.6) ? full : undecided;
    }
  }

  /** The approvers of each level, except the employee; an administrator where no approver is left. */
  #levelsFor({ person, department }: Request): string[][] {
    const levels = ([1, 2] as const)
      .map((level) =>
        this.people.filter(
          (each) =>
            each.id !== person.id &&
            each.plan.approves?.some((one) => one.department === department && one.level === level),
        ),
      )
      .filter((approvers) => approvers.length > 0)
      .map((approvers) => approvers.map((approver) => approver.id));
    return levels.length > 0 ? levels : [this.#administratorsBut(person)];
  }

  #administratorsBut(person: Person): string[] {
    return this.people
      .filter((each) => each.role === "ADMIN" && each.id !== person.id)
      .map((each) => each.id);
  }

  #statusReason(status: LeaveStatus): string | null {
    if (status === "DENIED") return this.random.pick(denials);
    return status === "CANCELLED" && this.random.chance(0.6) ? this.random.pick(cancellations) : null;
  }
}
