import { expect, it } from "vitest";
import { mayBypassPolicy } from "./may-bypass-policy";

const policy = { bypassRoles: ["owner", "admin"] as const };

it("lets people with one of the roles go past a policy", () => {
  expect(mayBypassPolicy(policy, { role: "owner", isMachine: false })).toBe(true);
  expect(mayBypassPolicy(policy, { role: "admin", isMachine: false })).toBe(true);
  expect(mayBypassPolicy(policy, { role: "reviewer", isMachine: false })).toBe(false);
  expect(mayBypassPolicy({ bypassRoles: [] }, { role: "owner", isMachine: false })).toBe(false);
});

it("lets no machine past, nor anybody who does not belong there", () => {
  expect(mayBypassPolicy(policy, { role: "owner", isMachine: true })).toBe(false);
  expect(mayBypassPolicy(policy, undefined)).toBe(false);
});
