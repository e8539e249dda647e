import { expect, it } from "vitest";
import { mentionable } from "./mentionable";

const member = (userId: string, marks: { isMachine?: boolean; isDeactivated?: boolean } = {}) => ({
  userId,
  name: userId,
  email: "",
  role: "author" as const,
  since: "2026-11-21T10:00:00.000Z",
  isMachine: false,
  isDeactivated: false,
  ...marks,
});

it("offers people who get in, and neither machines nor deactivated accounts", () => {
  const all = [member("ada"), member("bot", { isMachine: true }), member("gone", { isDeactivated: true })];
  expect(mentionable(all)).toEqual([{ id: "ada", name: "ada", role: "author" }]);
  expect(mentionable(undefined)).toEqual([]);
});
