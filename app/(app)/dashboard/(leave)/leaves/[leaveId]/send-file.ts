import { limits } from "@/drizzle/schema/limits";

/** Why a file was not added; a word of `leaves.files.faults`. */
export type FileFault = "tooLarge" | "empty" | "wrongKind" | "full" | "signedOut" | "failed";

const faultsByCode: Readonly<Record<string, FileFault>> = {
  CONTENT_TOO_LARGE: "tooLarge",
  FILE_TYPE_NOT_SUPPORTED: "wrongKind",
  TOO_MANY_FILES: "full",
  UNAUTHORIZED: "signedOut",
};

function faultIn(text: string): FileFault {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string } };
    return faultsByCode[error?.code ?? ""] ?? "failed";
  } catch {
    return "failed";
  }
}

/**
 * Sends a file as a request's whole body. Not with fetch, which does not report progress.
 * @param onProgress gets the part that was sent, from 0 to 1
 * @returns null once it is stored
 */
export function sendFile(
  address: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<FileFault | null> {
  if (file.size === 0) return Promise.resolve("empty");
  if (file.size > limits.fileBytes) return Promise.resolve("tooLarge");
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("content-type", "application/octet-stream");
    const name = encodeURIComponent(file.name.toWellFormed()).replace(/['()*]/g, "_");
    request.setRequestHeader("content-disposition", `attachment; filename*=UTF-8''${name}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(request.status === 201 ? null : faultIn(request.responseText));
    request.onerror = () => resolve("failed");
    request.ontimeout = () => resolve("failed");
    request.send(file);
  });
}
