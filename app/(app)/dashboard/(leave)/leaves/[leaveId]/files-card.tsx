"use client";

import { useRouter } from "next/navigation";
import { useFormatter, useTranslations } from "next-intl";
import { type DragEvent, useRef, useState } from "react";
import { ConfirmButton } from "@/app/_kit/form/confirm-action";
import { Button } from "@/app/_kit/ui/button";
import { Card } from "@/app/_kit/ui/card";
import { cn } from "@/app/_kit/ui/class-names";
import { Meter } from "@/app/_kit/ui/meter";
import { RelativeTime } from "@/app/_kit/ui/relative-time";
import { useTRPCClient } from "@/app/_trpc/client";
import { type FileFault, sendFile } from "@/app/(app)/dashboard/(leave)/leaves/[leaveId]/send-file";
import { paths } from "@/app/paths";
import { leaveFileTypes } from "@/drizzle/schema/values";

interface LeaveFile {
  id: string;
  name: string;
  byteCount: number;
  createdAt: string;
  mayRemove: boolean;
}

interface Sending {
  id: number;
  name: string;
  /** From 0 to 1. */
  part: number;
  fault: FileFault | null;
}

type Props = { leaveId: string; files: readonly LeaveFile[]; takesFiles: boolean; isFull: boolean };

/** "Files" of a leave: a list, a button that also opens a phone's camera, and a place to drop files on. */
export function FilesCard({ leaveId, files, takesFiles, isFull }: Props) {
  const t = useTranslations("leaves.files");
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { sendings, send } = useSendings(paths.leaveFiles(leaveId));
  const mayAdd = takesFiles && !isFull;
  const isBusy = sendings.some(({ fault }) => fault === null);
  const dropping = mayAdd && {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      void send([...event.dataTransfer.files]);
    },
  };
  return (
    <Card
      {...dropping}
      id="files"
      title={t("title")}
      titleId="leave-files"
      description={t("who")}
      className={cn(isOver && "border-accent")}
      actions={
        mayAdd ? (
          <>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              aria-label={t("choose")}
              accept={[...leaveFileTypes, ".heic"].join()}
              onChange={({ target }) => {
                void send([...(target.files ?? [])]);
                target.value = "";
              }}
            />
            <Button pending={isBusy} onClick={() => picker.current?.click()}>
              {t("add")}
            </Button>
          </>
        ) : undefined
      }
    >
      {files.length > 0 ? (
        <ul className="divide-y divide-line">
          {files.map((file) => (
            <FileRow key={file.id} leaveId={leaveId} file={file} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">{t("none")}</p>
      )}
      {sendings.length > 0 ? (
        <ul aria-live="polite" className="mt-2 grid gap-2">
          {sendings.map((sending) => (
            <SendingRow key={sending.id} sending={sending} />
          ))}
        </ul>
      ) : null}
      {takesFiles ? <p className="mt-3 text-muted">{t(isFull ? "full" : "limits")}</p> : null}
    </Card>
  );
}

function FileRow({ leaveId, file }: { leaveId: string; file: LeaveFile }) {
  const t = useTranslations("leaves.files");
  const calls = useTRPCClient();
  const size = useSize();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0">
      <span className="min-w-0">
        <a
          href={paths.leaveFile(leaveId, file.id)}
          className="wrap-anywhere rounded-sm font-medium text-fg underline-offset-3 hover:underline"
          download
        >
          {file.name}
        </a>{" "}
        <span className="text-muted">
          {size(file.byteCount)}, <RelativeTime at={new Date(file.createdAt)} />
        </span>
      </span>
      {file.mayRemove ? (
        <ConfirmButton
          label={t("remove.button")}
          button={{ variant: "secondary", size: "sm", "aria-label": t("remove.of", { name: file.name }) }}
          title={t("remove.title")}
          confirmLabel={t("remove.confirm")}
          act={async () => {
            await calls.leaveFiles.remove.mutate({ leaveId, id: file.id });
            return { message: t("remove.done") };
          }}
        >
          <p className="wrap-anywhere">{t("remove.text", { name: file.name })}</p>
        </ConfirmButton>
      ) : null}
    </li>
  );
}

function SendingRow({ sending: { name, part, fault } }: { sending: Sending }) {
  const t = useTranslations("leaves.files");
  const format = useFormatter();
  return (
    <li className="wrap-anywhere">
      {fault === null ? (
        <Meter
          label={t("sending", { name })}
          value={part}
          max={1}
          valueText={format.number(part, { style: "percent" })}
        />
      ) : (
        <span className="text-danger-text">{t(`faults.${fault}`, { name })}</span>
      )}
    </li>
  );
}

function useSize() {
  const format = useFormatter();
  return (bytes: number): string => {
    const [unit, value] =
      bytes >= 1024 * 1024
        ? (["megabyte", bytes / 1024 / 1024] as const)
        : (["kilobyte", Math.max(1, bytes / 1024)] as const);
    return format.number(value, { style: "unit", unit, maximumFractionDigits: unit === "megabyte" ? 1 : 0 });
  };
}

let lastId = 0;

/** Files on their way, and those that were not added. */
function useSendings(address: string) {
  const router = useRouter();
  const t = useTranslations("leaves.files");
  const [sendings, setSendings] = useState<readonly Sending[]>([]);
  const change = (id: number, part: Partial<Sending>) =>
    setSendings((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));
  /** One after the other, so that the first ones fit when there is not room for all. */
  async function send(files: readonly File[]) {
    const added = files.map((file) => ({ file, id: ++lastId }));
    // Faults of an earlier choice are over.
    setSendings((all) => [
      ...all.filter(({ fault }) => fault === null),
      ...added.map(({ id, file }) => ({ id, name: file.name || t("unnamed"), part: 0, fault: null })),
    ]);
    for (const { file, id } of added) {
      const fault = await sendFile(address, file, (part) => change(id, { part }));
      if (fault) change(id, { fault });
      else setSendings((all) => all.filter((one) => one.id !== id));
    }
    router.refresh();
  }
  return { sendings, send };
}
