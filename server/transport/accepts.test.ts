import { expect, it } from "vitest";
import { accepts } from "./accepts";

// RFC 9110, 12.5.1.

it.each([
  null,
  "",
  "*/*",
  "application/*",
  "application/json",
  "APPLICATION/JSON",
  "text/html, application/json;q=0.1",
  "application/json; charset=utf-8",
  "text/html;q=0.8, */* ; q=0.5",
  "*/*;q=0, application/json",
  "application/*;q=0.0, application/json;q=0.001",
  "application/json,text/event-stream",
])("%s accepts JSON", (field) => expect(accepts(field, "application/json")).toBe(true));

it.each([
  "text/html",
  "text/*",
  "application/xml",
  "application/jsonx",
  "application/json;q=0",
  "application/json; Q=0.000, */*",
  "application/*;q=0, */*",
  "*/*;q=0",
  "nonsense",
])("%s does not accept JSON", (field) => expect(accepts(field, "application/json")).toBe(false));
