import { describe, expect, it } from "vitest";
import { invitationDays } from "@/lib/auth/invitation-options";
import { dayChoices } from "./invitation-words";

describe("the days that an invitation may hold", () => {
  it("reach from the least to the most that the API takes, the usual one among them", () => {
    const days = dayChoices.map(({ value }) => value);
    expect(days[0]).toBe(invitationDays.least);
    expect(days.at(-1)).toBe(invitationDays.most);
    expect(days).toContain(invitationDays.usual);
  });
});
