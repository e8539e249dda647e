import { describe, expect, it } from "vitest";
import { aHostLog, hostLogs } from "@/lib/testing/hosts/host-logs";
import { mostRecords, readHostLogs } from "./read-host-logs";

const told = (...records: unknown[]) => readHostLogs(hostLogs(...records))?.told;

describe("readHostLogs", () => {
  it("reads an activation as Claude Code tells it, with the model that its session asked", () => {
    const read = readHostLogs(
      hostLogs(
        aHostLog("skill_activated", {
          "skill.name": "meridian:notes",
          invocation_trigger: "claude-proactive",
          "skill.source": "plugin",
          "plugin.name": "meridian",
          "event.sequence": 7,
          "event.timestamp": "2026-11-27T10:00:00.000Z",
        }),
        aHostLog("api_request", { model: "claude-opus-5-5", cost_usd: 0.1 }),
        aHostLog("user_prompt", { prompt_length: 12 }),
      ),
    );
    expect(read).toEqual({
      told: [
        {
          session: "session-1",
          sequence: 7,
          atMs: Date.parse("2026-11-27T10:00:00.000Z"),
          skill: "notes",
          outcome: "activated",
          askedBy: "model",
          model: "claude-opus-5-5",
        },
      ],
      unnamed: 0,
    });
  });

  it("tells a person's command from the model's choice", () => {
    const by = (invocation_trigger: string) =>
      told(aHostLog("skill_activated", { "skill.name": "notes", invocation_trigger }))?.[0]?.askedBy;
    expect(by("user-slash")).toBe("person");
    expect(by("nested-skill")).toBe("model");
    expect(by("of next year")).toBe("model");
  });

  it("reads an activation that failed, and no other tool's failure", () => {
    const failed = (attributes: Record<string, unknown>) =>
      told(aHostLog("tool_result", { tool_name: "Skill", success: "false", ...attributes }));
    const tool_parameters = JSON.stringify({ skill_name: "notes" });
    expect(failed({ tool_parameters })).toMatchObject([{ skill: "notes", outcome: "failed" }]);
    expect(failed({ tool_parameters, success: "true" })).toEqual([]);
    expect(failed({ tool_parameters, tool_name: "Bash" })).toEqual([]);
    for (const odd of ["", "{", "[]", '{"skill_name":7}'])
      expect(failed({ tool_parameters: odd })).toEqual([]);
  });

  it("counts activations whose name the host keeps to itself", () => {
    const read = readHostLogs(hostLogs(aHostLog("skill_activated", { "skill.name": "custom_skill" })));
    expect(read).toEqual({ told: [], unnamed: 1 });
  });

  it("takes the time of the record where the event has none, and none where there is none", () => {
    const record = { ...aHostLog("skill_activated", { "skill.name": "notes" }) };
    expect(told(record)?.[0]?.atMs).toBeNull();
    expect(told({ ...record, timeUnixNano: "1795834580141000000" })?.[0]?.atMs).toBe(1_795_834_580_141);
    expect(told({ ...record, timeUnixNano: {} })?.[0]?.atMs).toBeNull();
  });

  it("knows the event by its body or its own field as well", () => {
    const attributes = aHostLog("", { "skill.name": "notes" }).attributes.filter(
      ({ key }) => key !== "event.name",
    );
    expect(told({ body: { stringValue: "claude_code.skill_activated" }, attributes })).toHaveLength(1);
    expect(told({ eventName: "claude_code.skill_activated", attributes })).toHaveLength(1);
    expect(told({ attributes })).toEqual([]);
  });

  it("passes over what it does not know, and what is too long to be a name", () => {
    const long = "x".repeat(300);
    expect(
      told(
        null,
        7,
        { attributes: "no list" },
        { attributes: [null, { key: 1 }, { key: "event.name", value: {} }] },
        aHostLog("skill_activated", { "skill.name": long }),
        aHostLog("skill_activated", { "skill.name": "plugin:" }),
        aHostLog("skill_activated", { "skill.name": "notes", "session.id": "" }),
        aHostLog("skill_activated", { "skill.name": "notes", "session.id": long }),
        aHostLog("skill_activated", {}),
        aHostLog("of_next_year", { "skill.name": "notes" }),
      ),
    ).toEqual([]);
    const [one] =
      told(
        aHostLog("skill_activated", { "skill.name": "notes", "event.sequence": "seven" }),
        aHostLog("api_request", { model: long }),
      ) ?? [];
    expect(one).toMatchObject({ sequence: null, model: null });
  });

  it("takes nothing for a request that is none", () => {
    for (const odd of [null, [], "x", {}, { resourceLogs: {} }, { resourceSpans: [] }])
      expect(readHostLogs(odd)).toBeNull();
    expect(readHostLogs({ resourceLogs: [{}, { scopeLogs: [{}] }] })).toEqual({ told: [], unnamed: 0 });
  });

  it("looks at so many records and no more", () => {
    const one = aHostLog("skill_activated", { "skill.name": "notes" });
    expect(told(...Array.from({ length: mostRecords + 50 }, () => one))).toHaveLength(mostRecords);
  });
});
