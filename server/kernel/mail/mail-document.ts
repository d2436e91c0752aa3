import { escapeHtml } from "./escape-html";

const light = `:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; padding: 24px 16px; background: #ffffff; color: #1c1f26; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif }
main { display: block; max-width: 600px; margin: 0 auto; overflow-wrap: anywhere }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3 }
h2 { margin: 28px 0 4px; padding-top: 12px; border-top: 1px solid #d9dce3; font-size: 17px; line-height: 1.3 }
h3 { margin: 16px 0 2px; font-size: 16px }
p { margin: 0 0 16px }
ul { margin: 0; padding: 0; list-style: none }
li { margin: 4px 0 }
li span, .empty { color: #5a606c }
.note, .empty { margin: 4px 0 }
.note { color: #7a4b00 }
a { color: #1d4ed8 }
.facts { margin: 0 0 20px; border-collapse: collapse }
.facts th, .facts td { padding: 4px 0; text-align: start; vertical-align: top }
.facts th { padding-inline-end: 20px; font-weight: 400; color: #5a606c; white-space: nowrap }
footer { display: block; margin-top: 32px; padding-top: 12px; border-top: 1px solid #d9dce3 }
.small, footer p { margin: 0 0 8px; font-size: 13px; color: #5a606c }
.url { word-break: break-all }`;

// In a separate element: a mail client without media queries drops the whole element.
const dark = `@media (prefers-color-scheme: dark) {
body { background: #15171c; color: #e8eaf0 }
h2, footer { border-color: #3a3f4a }
li span, .empty, .small, .facts th, footer p { color: #a9b0bd }
.note { color: #f0b860 }
a { color: #93b4ff }
}`;

/**
 * A mail's HTML; every mail uses this frame. The styles are in the head, so that a long list stays short.
 * @param parts.title plain text
 * @param parts.body HTML
 */
export const mailDocument = (parts: { language: string; title: string; body: readonly string[] }): string =>
  [
    `<!doctype html><html lang="${escapeHtml(parts.language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(parts.title)}</title><style>${light}</style><style>${dark}</style></head><body><main>`,
    ...parts.body,
    "</main></body></html>",
  ].join("\n");
