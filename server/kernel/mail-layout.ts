/** A paragraph, or a link of its own line. Plain text: everything is escaped. */
export type MailBlock = string | { label: string; url: string };

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand in HTML, attributes included. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

const textOf = (block: MailBlock) => (typeof block === "string" ? block : `${block.label}:\n${block.url}`);

function htmlOf(block: MailBlock): string {
  if (typeof block === "string") return `<p style="margin:0 0 16px">${escapeHtml(block)}</p>`;
  const url = escapeHtml(block.url);
  return [
    `<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:10px 16px;border-radius:6px;`,
    `background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(block.label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:12px;color:#555b66;word-break:break-all">${url}</p>`,
  ].join("");
}

/** The two bodies of a mail, from the same blocks. */
export function layOutMail(heading: string, blocks: readonly MailBlock[]): { text: string; html: string } {
  return {
    text: `${[heading, ...blocks.map(textOf)].join("\n\n")}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
      `<title>${escapeHtml(heading)}</title></head>`,
      '<body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif"><div style="max-width:560px;margin:0 auto">',
      `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(heading)}</h1>`,
      ...blocks.map(htmlOf),
      "</div></body></html>",
    ].join("\n"),
  };
}
