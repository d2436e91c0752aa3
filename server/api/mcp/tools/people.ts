import { z } from "zod";
import { findColleagues } from "@/server/modules/people/people/find-colleagues";
import { tool } from "@/server/transport/tool";
import { isCut, Person, person, typed } from "../wire";

const findUsers = tool({
  name: "find_users",
  title: "Find people",
  description:
    "Active people that the person you work for can see, by a part of their name, with department and location. Use it to find out who is meant by a name.",
  scope: "mcp:users:read",
  input: z.strictObject({
    name: typed(100).trim().default("").describe("A part of the name. Empty lists everyone."),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.object({ users: z.array(Person), isCut }),
  async call(ctx, { name, limit }) {
    const { items, hasMore } = await findColleagues(ctx, { text: name, limit });
    return { users: items.map(person), isCut: hasMore };
  },
});

export const peopleTools = [findUsers];
