import { markdownOf } from "@/server/api/reference/markdown";
import { findPage } from "@/server/api/reference/pages";
import { services } from "@/server/kernel/process";

export const dynamic = "force-dynamic";

const headers = { "content-type": "text/markdown; charset=utf-8", "cache-control": "public, max-age=300" };

/** A page of the reference as Markdown, at the page's address plus `.md`. Public, as the OpenAPI document is. */
export async function GET(_request: Request, { params }: { params: Promise<{ page: string }> }) {
  const { settings } = services();
  const page = findPage(settings, (await params).page);
  return page
    ? new Response(markdownOf(page, settings), { headers })
    : new Response("Not Found\n", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });
}
