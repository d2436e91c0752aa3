"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, useState } from "react";
import { FormButtons } from "@/app/_kit/form/form-buttons";
import { LeaveGuard } from "@/app/_kit/form/leave-guard";
import { useAttempt } from "@/app/_kit/form/use-attempt";
import { useCall } from "@/app/_kit/form/use-call";
import { type Form, useForm } from "@/app/_kit/form/use-form";
import { Button } from "@/app/_kit/ui/button";
import { ErrorPanel } from "@/app/_kit/ui/error-panel";
import { ErrorSummary } from "@/app/_kit/ui/error-summary";
import { useToast } from "@/app/_kit/ui/toast";
import { useTRPCClient } from "@/app/_trpc/client";
import {
  type Cells,
  cellOf,
  columnsOf,
  type DaysLeftPage,
  daysOfText,
  pasteOver,
} from "@/app/(app)/dashboard/(leave)/set-up/days-left/days-left";
import { DaysLeftTable } from "@/app/(app)/dashboard/(leave)/set-up/days-left/days-left-table";
import { useNextStep } from "@/app/(app)/dashboard/(leave)/set-up/next-step";
import { paths } from "@/app/paths";

type Said = { userId: string; leaveTypeId: string; days: number };

const fieldId = (path: string) => `left-${path.replaceAll(".", "-")}`;

/** A field for each person and leave type, typed or pasted. Empty fields change nothing. */
export function DaysLeftForm({ first }: { first: DaysLeftPage }) {
  const t = useTranslations("setup.left");
  const router = useRouter();
  const toast = useToast();
  const { entitlements } = useTRPCClient();
  const attemptOf = useAttempt();
  const nextStep = useNextStep();
  const [{ items: people, next }, setShown] = useState(first);
  const [status, setStatus] = useState("");
  const [done, setDone] = useState(false);
  const columns = columnsOf(people);
  const more = useCall(entitlements.daysLeft.query, {
    onDone: (page) => setShown((before) => ({ items: [...before.items, ...page.items], next: page.next })),
  });
  const wordsAt = (path: string, key: "wrong" | "uncovered" | "belowZero", limit = 0) => {
    const [personId, typeId] = path.split(".");
    const name = people.find(({ id }) => id === personId)?.name ?? "";
    return t(key, { limit, name, type: columns.find(({ id }) => id === typeId)?.name ?? "" });
  };
  const saidIn = (cells: Cells): string[] => Object.keys(cells).filter((cell) => cells[cell]?.trim());
  const cellAt = (path: string, cells: Cells): string | null =>
    saidIn(cells)[Number(/^left\.(\d+)/.exec(path)?.[1] ?? Number.NaN)] ?? null;
  const form: Form<Cells> = useForm<Cells, Said[]>(
    {},
    {
      read: (cells) => {
        const said = saidIn(cells);
        const days = said.map((cell) => daysOfText(cells[cell] ?? ""));
        const faults = said
          .filter((_, at) => days[at] === null)
          .map((path) => ({ path, message: wordsAt(path, "wrong") }));
        const [person, column] = [people.find(({ left }) => left.length > 0), columns[0]];
        if (said.length === 0 && person && column)
          faults.push({ path: cellOf(person.id, column.id), message: t("nothing") });
        if (faults.length > 0) return { faults };
        const output = said.map((cell, at) => {
          const [userId = "", leaveTypeId = ""] = cell.split(".");
          return { userId, leaveTypeId, days: days[at] ?? 0 };
        });
        return { output };
      },
      fieldOf: cellAt,
      wordsOf: (path, { reason }, words) => {
        const cell = path.endsWith(".days") ? cellAt(path, form.values) : null;
        if (cell === null) return words;
        return reason?.key === "belowZero"
          ? wordsAt(cell, "belowZero", Number(reason.values.limit))
          : wordsAt(cell, "uncovered");
      },
      save: async (left) => {
        const wanted = { left, note: t("note") };
        const { changedCount } = await entitlements.setDaysLeft.mutate({
          ...wanted,
          attempt: attemptOf(wanted),
        });
        setDone(true);
        toast.success(t("saved", { count: changedCount }));
        router.replace(await nextStep());
        router.refresh();
      },
      idOf: fieldId,
    },
  );
  const paste = (event: ClipboardEvent, from: { personId: string; typeId: string }) => {
    const text = event.clipboardData.getData("text");
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const { cells, unknown } = pasteOver(text, people, columns, from);
    form.changeAt(Object.keys(cells), (before) => ({ ...before, ...cells }));
    const count = t("pasted", { count: Object.keys(cells).length });
    setStatus(unknown.length > 0 ? `${count}. ${t("unknown", { names: unknown.join(", ") })}` : `${count}.`);
  };
  return (
    <form onSubmit={form.submit} noValidate className="flex max-w-3xl flex-col gap-4">
      <ErrorSummary errors={form.summary} />
      <p className="text-muted">{t("paste")}</p>
      <p role="status" className="wrap-anywhere empty:hidden">
        {status}
      </p>
      <DaysLeftTable people={people} columns={columns} form={form} idOf={fieldId} onPaste={paste} />
      {more.error ? <ErrorPanel error={more.error} /> : null}
      {next ? (
        <div>
          <Button onClick={() => void more.send({ cursor: next })} pending={more.isPending}>
            {t("more")}
          </Button>
        </div>
      ) : null}
      {form.failure ? <ErrorPanel error={form.failure} /> : null}
      <FormButtons
        submit={t("submit")}
        pending={form.isSaving || done}
        cancel={{ label: t("later"), href: paths.home }}
      />
      <LeaveGuard active={form.isDirty && !done} title={t("leave")} />
    </form>
  );
}
