import { limits } from "@/drizzle/schema/limits";
import type { LeaveFileType } from "@/drizzle/schema/values";

const endings: Record<LeaveFileType, readonly string[]> = {
  "application/pdf": [".pdf"],
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/webp": [".webp"],
  "image/heic": [".heic", ".heif"],
};

/** Controls, and characters without a look of their own: direction marks, joiners, line separators, private use. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** What a file system reads as more than a letter. */
const reserved = /[<>:"|?*]/g;

/**
 * A file's name as it is stored and offered: without folders and without what could disguise it (RFC 6266, 4.3), and with an ending that
 * fits its content.
 */
export function cleanName(sent: string, type: LeaveFileType): string {
  const last = sent.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const plain = last.replace(invisible, "").replace(reserved, "_").replace(/\s+/g, " ");
  const bare = plain.replace(/^[ .]+|[ .]+$/g, "") || "file";
  const ending = endings[type].find((one) => bare.toLowerCase().endsWith(one));
  const stem = ending ? bare.slice(0, -ending.length) : bare;
  const end = ending ? bare.slice(-ending.length) : (endings[type][0] ?? "");
  const most = limits.fileName - end.length;
  return ([...stem].slice(0, most).join("").trimEnd() || "file") + end;
}
