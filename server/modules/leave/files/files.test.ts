import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { leaveFileChunks, leaveFiles } from "@/drizzle/schema/leave-files";
import { leaves, leaveTypes } from "@/drizzle/schema/leaves";
import type { LeaveStatus } from "@/drizzle/schema/values";
import { encodeId } from "@/server/kernel/schema";
import type { Services } from "@/server/kernel/services";
import { apiClient, type Listed, type Refused, type Single } from "@/server/test/api-client";
import {
  type CastMember,
  makeKey,
  makeKeys,
  makeLeave,
  makeWorkspace,
  type TestKey,
  type TestRole,
  type TestWorkspace,
  testRoles,
} from "@/server/test/factories";
import { standingClock, testServices } from "@/server/test/services";

const clock = standingClock();
let services: Services;
let api: ReturnType<typeof apiClient>;
let workspace: TestWorkspace;
let keys: Record<TestRole, TestKey>;

beforeAll(async () => {
  services = await testServices({ clock });
  api = apiClient(services);
});
afterAll(() => services.close());
beforeEach(async () => {
  workspace = await makeWorkspace(services);
  keys = await makeKeys(services, workspace);
});

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const pdf = bytes("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n");
const named = (name: string) => ({
  "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
});

let day = 0;
const leaveOf = async (member: CastMember, status: LeaveStatus = "APPROVED") => {
  day += 1;
  const startDate = `2027-${String((day % 12) + 1).padStart(2, "0")}-${String((day % 28) + 1).padStart(2, "0")}`;
  return encodeId("leave", await makeLeave(services, workspace.people[member], { startDate, status }));
};

interface File {
  id: string;
  name: string;
  contentType: string;
  byteCount: number;
}
interface Sending {
  key?: TestKey;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

function send(leaveId: string, { key = keys.user, body = pdf, headers = named("note.pdf") }: Sending = {}) {
  clock.pass(200);
  return api.v2<Single<File> & Refused>("POST", `/v2/leaves/${leaveId}/files`, { key, body, headers });
}
async function sent(leaveId: string, given: Sending = {}): Promise<File> {
  const answer = await send(leaveId, given);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}
const list = (leaveId: string, key = keys.user) => {
  clock.pass(200);
  return api.get<Listed<File> & Refused>(`/v2/leaves/${leaveId}/files`, key);
};
const download = (leaveId: string, { id }: Pick<File, "id">, key = keys.user) => {
  clock.pass(200);
  return api.get(`/v2/leaves/${leaveId}/files/${id}`, key);
};
const remove = (leaveId: string, { id }: Pick<File, "id">, key = keys.user) => {
  clock.pass(200);
  return api.v2<Refused>("DELETE", `/v2/leaves/${leaveId}/files/${id}`, { key });
};
const rowsOf = async (table: typeof leaveFiles | typeof leaveFileChunks) =>
  (
    await services.db
      .select({ n: sql<number>`count(*)::int` })
      .from(table)
      .where(eq(table.workspaceId, workspace.id))
  )[0]?.n;
const showApprovers = (approversSeeFiles: boolean) =>
  services.db.update(leaveTypes).set({ approversSeeFiles }).where(eq(leaveTypes.workspaceId, workspace.id));

describe("a file", () => {
  it("201, listed and downloaded as it was sent, and stored sealed", async () => {
    const leave = await leaveOf("user");
    const body = new Uint8Array(300_000);
    body.set(pdf);
    const file = await sent(leave, { body });
    expect(file).toMatchObject({ name: "note.pdf", contentType: "application/pdf", byteCount: 300_000 });
    expect((await list(leave)).body.data).toEqual([file]);
    const answer = await download(leave, file);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toMatch(/^sandbox/);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="note\.pdf"/);
    expect(Buffer.from(answer.text)).toEqual(Buffer.from(body));
    const parts = await services.db
      .select({ content: leaveFileChunks.content })
      .from(leaveFileChunks)
      .where(eq(leaveFileChunks.workspaceId, workspace.id));
    expect(parts).toHaveLength(5);
    expect(parts.some(({ content }) => content.includes("%PDF"))).toBe(false);
  });

  it("each upload, read and deletion is audited, without the file's name", async () => {
    const leave = await leaveOf("user");
    const file = await sent(leave, { headers: named("burnout.pdf") });
    await download(leave, file);
    await remove(leave, file);
    const lines = await services.db
      .select({ action: auditEvents.action, changes: auditEvents.changes, by: auditEvents.actingUserId })
      .from(auditEvents)
      .where(and(eq(auditEvents.workspaceId, workspace.id), eq(auditEvents.resourceType, "leave_file")));
    expect(lines.map(({ action }) => action).sort()).toEqual([
      "leave_file.add",
      "leave_file.delete",
      "leave_file.read",
    ]);
    expect(lines.every(({ by }) => by === workspace.people.user.id)).toBe(true);
    expect(JSON.stringify(lines)).not.toContain("burnout");
    expect([await rowsOf(leaveFiles), await rowsOf(leaveFileChunks)]).toEqual([0, 0]);
  });

  it.each([
    ["note.pdf", "note.pdf"],
    ["../../etc/Attest für Zoë 😀.pdf", "Attest für Zoë 😀.pdf"],
    ["C:\\Users\\me\\note.pdf", "note.pdf"],
    ["a\u202Efdp.exe", "afdp.exe.pdf"],
    ["b\u0000c\n.pdf", "bc.pdf"],
    ["page.html", "page.html.pdf"],
    ["...", "file.pdf"],
    [`${"x".repeat(400)}.pdf`, `${"x".repeat(146)}.pdf`],
  ])("the name %j is kept as %j", async (given, kept) => {
    const leave = await leaveOf("user");
    const file = await sent(leave, { headers: named(given) });
    expect(file.name).toBe(kept);
    const disposition = (await download(leave, file)).headers.get("content-disposition") ?? "";
    expect(disposition).toMatch(/^[\x20-\x7e]+$/);
    expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1] ?? "")).toBe(kept);
  });

  it("a name in UTF-8 without RFC 8187, and none at all, are understood; another header is 400", async () => {
    const leave = await leaveOf("user");
    const latin = Buffer.from("Zoë.pdf").toString("latin1");
    expect(
      (await sent(leave, { headers: { "content-disposition": `form-data; filename="${latin}"` } })).name,
    ).toBe("Zoë.pdf");
    expect((await sent(leave, { headers: {} })).name).toBe("file.pdf");
    const refused = await send(leave, { headers: { "content-disposition": "attachment" } });
    expect([refused.status, refused.body.error.details?.fields?.[0]?.path]).toEqual([
      400,
      "Content-Disposition",
    ]);
  });
});

/** A PNG of 100,000 × 100,000 pixels. */
const hugePng = new Uint8Array(
  Buffer.concat([
    Buffer.from("89504e470d0a1a0a0000000d49484452000186a0000186a00806000000", "hex"),
    Buffer.alloc(4),
    Buffer.from("0000000049444154", "hex"),
    Buffer.alloc(16),
  ]),
);
const box = (brand: string) =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from(`ftyp${brand}`),
      Buffer.alloc(4),
      Buffer.from("mif1heic"),
    ]),
  );

describe("the content decides", () => {
  it.each([
    ["image/png", hugePng],
    ["image/jpeg", new Uint8Array(Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"))],
    ["image/webp", bytes("RIFF\x10\x00\x00\x00WEBPVP8 \x00\x00\x00\x00")],
    ["image/heic", box("heic")],
  ])("201 %s, which nothing decodes", async (type, body) => {
    const leave = await leaveOf("user");
    expect((await sent(leave, { body })).contentType).toBe(type);
  });

  it.each([
    ["HTML", bytes("<!doctype html><script>alert(1)</script>")],
    ["SVG", bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a program", bytes("MZ\x90\x00\x03\x00\x00\x00")],
    ["a ZIP", bytes("PK\x03\x04\x14\x00\x00\x00")],
    ["one byte", bytes("%")],
  ])("415 %s as note.pdf", async (_what, body) => {
    const answer = await send(await leaveOf("user"), { body });
    expect([answer.status, answer.body.error.code]).toEqual([415, "FILE_TYPE_NOT_SUPPORTED"]);
    expect(await rowsOf(leaveFiles)).toBe(0);
  });

  it("400 no bytes, 413 more than ten mebibytes, 201 exactly ten", async () => {
    const leave = await leaveOf("user");
    const of = (size: number) => {
      const body = new Uint8Array(size);
      body.set(pdf.subarray(0, size));
      return body;
    };
    expect((await send(leave, { body: of(0) })).body.error.code).toBe("INVALID_REQUEST_BODY");
    const tooLong = await send(leave, { body: of(10 * 1024 * 1024 + 1) });
    expect([tooLong.status, tooLong.body.error.code]).toEqual([413, "CONTENT_TOO_LARGE"]);
    const file = await sent(leave, { body: of(10 * 1024 * 1024) });
    const digest = (given: Uint8Array) => createHash("sha256").update(given).digest("hex");
    const answer = await download(leave, file);
    expect(digest(Buffer.from(answer.text))).toBe(digest(of(10 * 1024 * 1024)));
  });

  it("400 a body shorter than it says, which leaves nothing", async () => {
    const leave = await leaveOf("user");
    const answer = await send(leave, { headers: { ...named("note.pdf"), "content-length": "5000" } });
    expect([answer.status, answer.body.error.code]).toEqual([400, "INVALID_REQUEST_BODY"]);
    expect([await rowsOf(leaveFiles), await rowsOf(leaveFileChunks)]).toEqual([0, 0]);
  });
});

describe("how many", () => {
  it("409 a sixth; after a deletion there is room again", async () => {
    const leave = await leaveOf("user");
    const files: File[] = [];
    for (let i = 0; i < 5; i++) files.push(await sent(leave));
    const sixth = await send(leave);
    expect([sixth.status, sixth.body.error.code]).toEqual([409, "TOO_MANY_FILES"]);
    expect((await remove(leave, files[1] as File)).status).toBe(204);
    await sent(leave);
  });

  it("of 20 uploads at once, exactly five are kept", async () => {
    const leave = await leaveOf("user");
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(leave)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(15).fill(409)]);
    expect((await list(leave)).body.data).toHaveLength(5);
  });

  it("an Idempotency-Key stores a file once; another content or name under it is 422", async () => {
    const leave = await leaveOf("user");
    const headers = { ...named("note.pdf"), "idempotency-key": "note-1" };
    const [first, again] = [await send(leave, { headers }), await send(leave, { headers })];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect((await send(leave, { headers, body: bytes("%PDF-1.4\n") })).status).toBe(422);
    expect((await send(leave, { headers: { ...headers, ...named("other.pdf") } })).status).toBe(422);
    expect((await list(leave)).body.data).toHaveLength(1);
  });
});

/** Whose files each role sees: never by reach alone. The location admin manages north, and no administrator; the approver approves sales. */
const sight: Record<"closed" | "open", Record<TestRole, readonly CastMember[]>> = {
  closed: {
    admin: ["admin", "locationAdmin", "approver", "user", "northSeller", "platformer"],
    locationAdmin: ["locationAdmin", "northSeller", "platformer"],
    approver: ["approver"],
    user: ["user"],
  },
  open: {
    admin: ["admin", "locationAdmin", "approver", "user", "northSeller", "platformer"],
    locationAdmin: ["locationAdmin", "northSeller", "platformer"],
    approver: ["approver", "user", "northSeller"],
    user: ["user"],
  },
};
const people = sight.closed.admin;

describe.each(["closed", "open"] as const)(
  "a doctor's note, of a leave type that is %s to approvers",
  (setting) => {
    it.each(testRoles)(
      "is read, listed, added and deleted by the %s only where they see it",
      async (role) => {
        await showApprovers(setting === "open");
        for (const status of ["OPEN", "APPROVED"] as const)
          for (const member of people) {
            const leave = await leaveOf(member, status);
            const file = await sent(leave, { key: keys.admin });
            const key = keys[role];
            const isSeen = sight[setting][role].includes(member);
            const statuses = {
              list: (await list(leave, key)).status,
              read: (await download(leave, file, key)).status,
              add: (await send(leave, { key })).status,
              remove: (await remove(leave, file, key)).status,
            };
            const keeps = role === "admin" || (role === "locationAdmin" && isSeen);
            expect([role, member, status, statuses]).toEqual([
              role,
              member,
              status,
              isSeen
                ? { list: 200, read: 200, add: 201, remove: keeps ? 204 : 403 }
                : { list: 404, read: 404, add: 404, remove: 404 },
            ]);
          }
      },
      60_000,
    );
  },
);

describe("no way around", () => {
  it("403 for a key without the scope, 404 for a file of another leave and of another workspace", async () => {
    const leave = await leaveOf("user");
    const file = await sent(leave);
    const poor = await makeKey(services, {
      workspaceId: workspace.id,
      ownerId: workspace.people.admin.id,
      scopes: ["leaves:read", "leaves:write"],
    });
    for (const answer of [
      await list(leave, poor),
      await download(leave, file, poor),
      await send(leave, { key: poor }),
    ])
      expect([answer.status, (answer.body as Refused).error.code]).toEqual([403, "INSUFFICIENT_SCOPE"]);
    expect((await download(await leaveOf("user"), file)).status).toBe(404);
    const other = await makeWorkspace(services);
    const stranger = (await makeKeys(services, other)).admin;
    expect((await download(leave, file, stranger)).status).toBe(404);
  });

  it("404 for an approver who acts on behalf of the person", async () => {
    const leave = await leaveOf("user");
    const headers = { ...named("note.pdf"), "x-on-behalf-of": encodeId("user", workspace.people.user.id) };
    expect((await send(leave, { key: keys.approver, headers })).status).toBe(404);
    await sent(leave, { key: keys.admin, headers });
  });

  it("a deleted leave loses its files, and neither shows nor takes any", async () => {
    const leave = await leaveOf("user");
    const file = await sent(leave);
    clock.pass(200);
    expect((await api.v2("DELETE", `/v2/leaves/${leave}`, { key: keys.user })).status).toBe(204);
    expect([await rowsOf(leaveFiles), await rowsOf(leaveFileChunks)]).toEqual([0, 0]);
    for (const key of [keys.user, keys.admin]) {
      expect((await list(leave, key)).status).toBe(404);
      expect((await download(leave, file, key)).status).toBe(404);
      expect((await send(leave, { key })).status).toBe(404);
    }
  });

  it.each(["DENIED", "CANCELLED", "EXPIRED"] as const)(
    "409 for leave that is %s, whose files stay",
    async (status) => {
      const leave = await leaveOf("user");
      const file = await sent(leave);
      await services.db
        .update(leaves)
        .set({ status })
        .where(eq(leaves.id, leave.replace("leave-", "")));
      expect((await send(leave)).status).toBe(409);
      expect((await download(leave, file)).status).toBe(200);
    },
  );
});
