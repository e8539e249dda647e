import { expect, it } from "vitest";
import { aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import { receiptsOf } from "./receipts-of";

const skill = (skillId: string) => aSkillRef({ skillId });

it("has of each text of a skill the newest time that it came in", () => {
  const log = new SessionLog();
  log.add("run-started");
  log.add("skill-activated", { skill: skill("one"), textSha256: "first", arguments: "" });
  log.add("skill-activated", { skill: skill("two"), textSha256: "elsewhere", arguments: "" });
  log.add("skill-activated", { skill: skill("one"), textSha256: "second", arguments: "for ada" });
  log.add("skill-reactivated", { skill: skill("one"), textSha256: "first", arguments: "again" });
  const found = receiptsOf(log.events, "one");
  expect(found.map(({ textSha256, arguments: given }) => [textSha256, given])).toEqual([
    ["first", "again"],
    ["second", "for ada"],
  ]);
  expect(found.map(({ seq }) => seq)).toEqual([5, 4]);
  expect(receiptsOf(log.events, "three")).toEqual([]);
});
