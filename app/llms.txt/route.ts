import { llmsText } from "@/server/api/reference/llms";
import { services } from "@/server/kernel/process";

export const dynamic = "force-dynamic";

/** The reference's table of contents for language models (llmstxt.org). */
export function GET() {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=300" };
  return new Response(llmsText(services().settings), { headers });
}
