import { fileTypeFromBuffer } from "file-type";
import { type LeaveFileType, leaveFileTypes } from "@/drizzle/schema/values";
import { ApiError } from "@/server/kernel/errors";

/** The signature is at the start; no more is parsed, and nothing is decoded. */
const headBytes = 64 * 1024;

/** Several names of the same container. */
const sameAs: Readonly<Record<string, LeaveFileType>> = {
  "image/apng": "image/png",
  "image/heif": "image/heic",
  "image/heic-sequence": "image/heic",
  "image/heif-sequence": "image/heic",
};

/** A file's type by its content. @throws ApiError FILE_TYPE_NOT_SUPPORTED */
export async function typeOfContent(content: Buffer): Promise<LeaveFileType> {
  const found = await fileTypeFromBuffer(content.subarray(0, headBytes)).catch(() => undefined);
  const mime = sameAs[found?.mime ?? ""] ?? found?.mime;
  const type = leaveFileTypes.find((one) => one === mime);
  if (type) return type;
  throw new ApiError("FILE_TYPE_NOT_SUPPORTED");
}
