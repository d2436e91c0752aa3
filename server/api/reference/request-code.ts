import { type ClientCall, clientCode } from "./client-code";

/** A request to show in several languages. */
export interface SampleRequest {
  method: string;
  /** The full URL, with sample values in path and query. */
  url: string;
  /** How the key is sent; null for a document that needs none. */
  key: { header: string; scheme: string; variable: string } | null;
  body?: unknown;
  /** The body is a file, or the answer is one. */
  file?: "sent" | "answered";
  /** A write that may be retried. */
  isIdempotent: boolean;
  /** The client's call; null when the client has none. */
  call: ClientCall | null;
}

export interface CodeSample {
  /** Names the copy button: "Copy curl sample". */
  name: "curl" | "JavaScript" | "Python";
  language: "bash" | "javascript" | "python";
  code: string;
}

const idempotencyKey = "Idempotency-Key";
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const indent = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);

/** In single quotes, as a shell takes it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The file of the samples. */
const fileName = "note.pdf";
const disposition = `attachment; filename="${fileName}"`;

function curl({ method, url, key, body, isIdempotent, file }: SampleRequest): string {
  const parts = [
    `curl ${file === "answered" ? `-o ${fileName} ` : ""}${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    ...(key ? [`-H "${key.header}: ${key.scheme}$${key.variable}"`] : []),
    ...(isIdempotent ? [`-H "${idempotencyKey}: $(uuidgen)"`] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(pretty(body))}`]),
    ...(file === "sent"
      ? [`-H ${quoted(`Content-Disposition: ${disposition}`)}`, `--data-binary @${fileName}`]
      : []),
  ];
  return parts.join(" \\\n  ");
}

function javascriptHeaders({ key, body, isIdempotent, file }: SampleRequest): string[] {
  const value = key && (key.scheme ? `\`${key.scheme}\${env.${key.variable}}\`` : `env.${key.variable}`);
  return [
    ...(key ? [`${/^\w+$/.test(key.header) ? key.header : `"${key.header}"`}: ${value}`] : []),
    ...(isIdempotent ? [`"${idempotencyKey}": crypto.randomUUID()`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(file === "sent" ? [`"Content-Disposition": '${disposition}'`] : []),
  ];
}

function javascript(request: SampleRequest): string {
  if (request.call) return clientCode(request.call);
  const { method, url, key, body, file } = request;
  const modules = [
    ...(file ? [`import { ${file === "sent" ? "readFile" : "writeFile"} } from "node:fs/promises";`] : []),
    ...(key ? ['import { env } from "node:process";'] : []),
  ];
  const setUp = modules.length > 0 ? `${modules.join("\n")}\n\n` : "";
  const headers = javascriptHeaders(request);
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length > 0 ? ["  headers: {", ...headers.map((line) => `    ${line},`), "  },"] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indent(pretty(body), "  ")}),`]),
    ...(file === "sent" ? [`  body: await readFile("${fileName}"),`] : []),
  ];
  const call = options.length > 0 ? `"${url}", {\n${options.join("\n")}\n}` : `"${url}"`;
  const read = method === "DELETE" ? "" : "\nconst result = await response.json();";
  if (file === "answered")
    return `${setUp}const response = await fetch(${call});
if (!response.ok) throw new Error(\`Refused: \${response.status}\`);
await writeFile("${fileName}", Buffer.from(await response.arrayBuffer()));`;
  return `${setUp}const response = await fetch(${call});${read}\nif (!response.ok) throw new Error(${
    method === "DELETE" ? "`Refused: $" + "{response.status}`" : "result.error.code"
  });`;
}

const pythonWords: Record<string, string> = { true: "True", false: "False", null: "None" };

/** JSON as Python writes it. */
function pythonValue(value: unknown, depth = 0): string {
  const inner = " ".repeat(4 * (depth + 1));
  const end = " ".repeat(4 * depth);
  if (Array.isArray(value)) return `[${value.map((item) => pythonValue(item, depth)).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const lines = Object.entries(value).map(
      ([name, item]) => `${inner}${JSON.stringify(name)}: ${pythonValue(item, depth + 1)},`,
    );
    return lines.length > 0 ? `{\n${lines.join("\n")}\n${end}}` : "{}";
  }
  const text = JSON.stringify(value);
  return pythonWords[text] ?? text;
}

function python({ method, url, key, body, isIdempotent, file }: SampleRequest): string {
  const value =
    key && (key.scheme ? `f"${key.scheme}{os.environ['${key.variable}']}"` : `os.environ["${key.variable}"]`);
  const headers = [
    ...(key ? [`"${key.header}": ${value}`] : []),
    ...(isIdempotent ? [`"${idempotencyKey}": str(uuid.uuid4())`] : []),
    ...(file === "sent" ? [`"Content-Disposition": '${disposition}'`] : []),
  ];
  const modules = [
    ...(key ? ["import os"] : []),
    ...(isIdempotent ? ["import uuid"] : []),
    "import requests",
  ];
  const options = [
    `    "${url}",`,
    ...(headers.length > 0 ? [`    headers={${headers.join(", ")}},`] : []),
    ...(body === undefined ? [] : [`    json=${indent(pythonValue(body), "    ")},`]),
    ...(file === "sent" ? [`    data=open("${fileName}", "rb"),`] : []),
    "    timeout=30,",
  ];
  return [
    ...modules,
    "",
    `response = requests.${method.toLowerCase()}(`,
    ...options,
    ")",
    "response.raise_for_status()",
    ...(file === "answered"
      ? [`with open("${fileName}", "wb") as file:`, "    file.write(response.content)"]
      : []),
    ...(method === "DELETE" || file === "answered" ? [] : ["print(response.json())"]),
  ].join("\n");
}

/** The same request in curl, JavaScript (by the client where it can) and Python. */
export const codeSamples = (request: SampleRequest): CodeSample[] => [
  { name: "curl", language: "bash", code: curl(request) },
  { name: "JavaScript", language: "javascript", code: javascript(request) },
  { name: "Python", language: "python", code: python(request) },
];
